"""The tables that both sides read: real images where they are, generated rows elsewhere, as .npy files; sparse ones as
.npz."""
import os
from dataclasses import dataclass
from pathlib import Path

import numpy
import scipy.fft
import scipy.sparse

IMAGE_FOLDERS = [os.environ.get("L21_DATA", ""), Path(__file__).resolve().parents[2] / "shared" / "data"]


@dataclass(frozen=True)
class Shape:
    name: str
    rows: int
    cols: int
    components: tuple
    dtype: str = "float64"
    # Of a set of images: what is averaged to one pixel, and (height, width) after that.
    pooling: int = 0
    image: tuple = ()
    # Of a sparse table: entries of a row.
    entries: int = 0


FULL = {shape.name: shape for shape in (
    Shape("att", 400, 2576, (21, 45, 69), pooling=2, image=(56, 46)),
    Shape("coil20", 1440, 4096, (50,), pooling=2, image=(64, 64)),
    Shape("tall", 500_000, 784, (50,), "float32"),
    Shape("tall 500", 200_000, 500, (10,)),
    Shape("wide", 2000, 50_000, (50,)),
    Shape("small m", 200_000, 1000, (3,)),
    Shape("square", 5000, 5000, (20,)),
    Shape("more columns", 20_000, 10_000, (10,)),
    Shape("sparse", 1_000_000, 100_000, (10,), entries=50),
    Shape("few entries", 1_000_000, 100_000, (10,), entries=5),
    Shape("sparse small", 100_000, 20_000, (10,), entries=50),
)}
QUICK = {shape.name: shape for shape in (
    Shape("att", 400, 644, (5, 9), pooling=4, image=(28, 23)),
    Shape("coil20", 1440, 256, (9,), pooling=8, image=(16, 16)),
    Shape("tall", 20_000, 200, (10,), "float32"),
    Shape("tall 500", 5000, 60, (5,)),
    Shape("wide", 300, 2000, (10,)),
    Shape("small m", 20_000, 100, (3,)),
    Shape("square", 500, 500, (8,)),
    Shape("more columns", 2000, 1000, (10,)),
    Shape("sparse", 20_000, 5000, (10,), entries=50),
    Shape("few entries", 20_000, 5000, (10,), entries=5),
    Shape("sparse small", 10_000, 2000, (10,), entries=50),
)}


@dataclass(frozen=True)
class Table:
    title: str  # for the rows of the report: the name, and whether it stands in for images that are not here
    path: Path
    shape: Shape

    def array(self):
        return numpy.load(self.path)


class Data:
    def __init__(self, folder, quick):
        self.folder, self.shapes = Path(folder), QUICK if quick else FULL
        self.folder.mkdir(parents=True, exist_ok=True)

    def table(self, name, occluded=False):
        shape = self.shapes[name]
        real = image_file(name) if shape.image else None
        words = [name] + ["occluded"] * occluded
        title = ", ".join(words) + (" (generated stand-in)" if shape.image and not real else "")
        stem = "-".join(words + ["real"] * bool(real)).replace(" ", "_")
        path = self.folder / f"{stem}-{shape.rows}x{shape.cols}.npy"
        if not path.exists():
            write_whole(path, lambda part: write_images(part, shape, real, occluded) if shape.image
                        else write_generated(part, shape))
        return Table(title, path, shape)

    def sparse_table(self, name):
        shape = self.shapes[name]
        path = self.folder / f"{name.replace(' ', '_')}-{shape.rows}x{shape.cols}.npz"
        if not path.exists():
            part = path.with_name(path.stem + ".part.npz")
            scipy.sparse.save_npz(part, topics(shape), compressed=False)
            part.rename(path)
        return Table(f"{shape.rows} x {shape.cols} with {shape.entries} entries a row", path, shape)

    def images(self, name):
        """The rows of a set of images with their shape."""
        flat = self.table(name)
        path = flat.path.with_name(f"{flat.path.stem}-images.npy")
        if not path.exists():
            write_whole(path, lambda part: numpy.save(part, numpy.load(flat.path).reshape(-1, *flat.shape.image)))
        return Table(flat.title, path, flat.shape)

    def points(self, name, rows):
        """Points of one of POINTS, for kernels."""
        rows = rows // 10 if self.shapes is QUICK else rows
        path = self.folder / f"{name.replace(' ', '_')}-{rows}.npy"
        if not path.exists():
            write_whole(path, lambda part: numpy.save(part, POINTS[name](rows)))
        cols = numpy.load(path, mmap_mode="r").shape[1]
        return Table(f"{name}, {rows} x {cols}", path, Shape(name, rows, cols, ()))

    def first_rows(self, table, rows):
        """The beginning of a table as a table of its own."""
        shape = Shape(table.shape.name, rows, table.shape.cols, table.shape.components, table.shape.dtype)
        path = self.folder / f"{table.path.stem}-first-{rows}.npy"
        if not path.exists():
            write_whole(path, lambda part: numpy.save(part, numpy.load(table.path, mmap_mode="r")[:rows]))
        return Table(f"{table.title}, first {rows} rows", path, shape)


def image_file(name):
    files = [Path(folder) / f"{name}.npy" for folder in IMAGE_FOLDERS if folder]
    return next((file for file in files if file.exists()), None)


def write_whole(path, write):
    part = path.with_name(path.stem + ".part.npy")
    write(part)
    part.rename(path)


def write_images(path, shape, real, occluded):
    height, width = shape.image
    if real:
        images = pooled_images(real, shape)
    else:
        images = numpy.vstack(list(generated_blocks(shape))).reshape(shape.rows, height, width)
    if occluded:
        occlude(images, numpy.random.default_rng(0))
    numpy.save(path, images.reshape(shape.rows, shape.cols))


def pooled_images(file, shape):
    height, width = shape.image
    images = numpy.load(file).astype("float64")
    return images.reshape(len(images), height, shape.pooling, width, shape.pooling).mean(axis=(2, 4))


def occlude(images, rng, share=0.2):
    """A black square of half the width, at a random place, in a fifth of the images."""
    count, height, width = images.shape
    side, black = width // 2, images.min()
    for i in rng.choice(count, int(share * count), replace=False):
        top, left = rng.integers(height - side + 1), rng.integers(width - side + 1)
        images[i, top:top + side, left:left + side] = black


def write_generated(path, shape):
    out = numpy.lib.format.open_memmap(path, mode="w+", dtype=shape.dtype, shape=(shape.rows, shape.cols))
    first = 0
    for block in generated_blocks(shape):
        out[first:first + len(block)] = block
        first += len(block)
    out.flush()


def generated_blocks(shape, block=5000):
    """Rows z diag(k^-0.8) H + mean, z normal, with H orthogonal and dense: signs, cosine transform, signs. One row in
    twenty is an outlier, 1 to 5 times as long."""
    rng = numpy.random.default_rng(0)
    spectrum = numpy.arange(1, shape.cols + 1) ** -0.8
    before, after = rng.choice([-1.0, 1.0], size=(2, shape.cols))
    mean = rng.normal(size=shape.cols)
    for first in range(0, shape.rows, block):
        count = min(block, shape.rows - first)
        Z = rng.standard_normal((count, shape.cols)) * (spectrum * before)
        outlier = rng.random(count) < 0.05
        Z[outlier] *= rng.uniform(1, 5, size=(outlier.sum(), 1))
        yield scipy.fft.dct(Z, norm="ortho", workers=-1) * after + mean


def moons(rows):
    """Two half circles that reach into each other, and one row in ten anywhere around them."""
    rng = numpy.random.default_rng(0)
    angle, second = rng.uniform(0, numpy.pi, rows), rng.random(rows) < 0.5
    X = numpy.where(second[:, None], numpy.c_[1 - numpy.cos(angle), 0.5 - numpy.sin(angle)],
                    numpy.c_[numpy.cos(angle), numpy.sin(angle)]) + rng.normal(scale=0.05, size=(rows, 2))
    far = rng.random(rows) < 0.1
    X[far] = rng.uniform(-3, 4, size=(far.sum(), 2))
    return X


def clusters(rows, cols=20, count=5):
    """Round clusters, each half as large as the one before it."""
    rng = numpy.random.default_rng(0)
    share = 0.5 ** numpy.arange(count)
    middle = rng.uniform(-2, 2, size=(count, cols))
    return middle[rng.choice(count, rows, p=share / share.sum())] + rng.normal(size=(rows, cols))


POINTS = {"two moons": moons, "clusters": clusters}


def topics(shape, count=11):
    """Texts as counts of words: every row has one of `count` topics, four words of five come from the 500 words of its
    topic, the others from all, rare ones rarely. Eleven topics differ in ten directions."""
    rng = numpy.random.default_rng(0)
    share = 1 / numpy.arange(1, count + 1)
    topic = rng.choice(count, shape.rows, p=share / share.sum())
    words = rng.integers(shape.cols, size=(count, 500))
    size = (shape.rows, shape.entries)
    own = words[topic[:, None], (500 * rng.random(size) ** 2).astype("int32")]
    any_word = (shape.cols * rng.random(size) ** 2).astype("int32")
    columns = numpy.where(rng.random(size) < 0.8, own, any_word).astype("int32")
    values = rng.integers(1, 4, size=columns.size).astype("float64")
    X = scipy.sparse.csr_matrix((values, columns.ravel(), numpy.arange(0, columns.size + 1, shape.entries)),
                                shape=(shape.rows, shape.cols))
    X.sum_duplicates()
    return X
