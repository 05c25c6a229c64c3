/// @file
/// Reading and writing tables; the format follows from the file's name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "l21/export.hpp"
#include "l21/table.hpp"

namespace l21 {

/// Pixels.
struct ImageSize {
  int width = 0;   ///< columns of pixels
  int height = 0;  ///< rows of pixels
};

/// What becomes of cells that hold no number.
enum class MissingCells {
  /// They are errors.
  refuse,
  /// They become NaN. In .csv, .tsv and .txt these are empty cells and, in upper or lower case, `NA`, `N/A`, `#N/A`,
  /// `<NA>`, `NaN`, `null`, `none`, `missing`, `?` and `-`; in .mtx and .svm `NaN` alone. Other words and infinite
  /// numbers stay errors.
  as_nan,
};

/// What of a file becomes the table.
struct ReadOptions {
  /// Columns to keep: names, 1-based numbers ("3") or ranges ("2-7"). Empty: all.
  std::vector<std::string> columns;
  /// Columns to leave out, named in the same way.
  std::vector<std::string> exclude;
  /// The column (name or 1-based number) whose text names the rows; it is not data.
  std::optional<std::string> id_column;
  /// Points lie in columns (the MATLAB habit). Applied before any selection of columns.
  bool transpose = false;
  /// Of text; numbers in binary formats are taken as they are, NaN among them.
  MissingCells missing_cells = MissingCells::refuse;
  /// Images of a folder are resized to this; without it all must have one size.
  std::optional<ImageSize> resize;
  // Text and images are read on this many threads at most; 0: as many as the machine has. What is read is the same.
  int threads = 0;  ///< That read text and images; 0: as many as the machine has.
};

/// Reads `path`, by extension: .npy, .npz, .csv/.tsv/.txt (also .gz), .mat[:variable], .h5/.hdf5[:/path], .mtx[.gz],
/// .svm/.svmlight/.libsvm[.gz], a folder of images, or "-" for CSV on standard input. Coordinate .mtx, .npz from
/// scipy.sparse.save_npz and .svm give sparse tables. Throws DataError that names the file and the place,
/// InvalidArgument for options that make no sense.
[[nodiscard]] L21_EXPORT Table read_table(const std::string& path, const ReadOptions& options = {});

/// Writes `table` to `path`, by extension: .npy, .npz, .csv/.tsv (also .gz), .mat, .h5[:/path], .mtx; "-" is CSV on
/// standard output. Sparse tables: .npz (scipy's) or .mtx. A file is written whole or not at all: to a temporary name
/// beside it, synced, renamed. Throws InvalidArgument as check_writable does, DataError when writing fails.
L21_EXPORT void write_table(const std::string& path, const Table& table);

/// The table with these columns, counted from 0, in this order; rows keep their names.
[[nodiscard]] Table select_columns(Table table, const std::vector<Index>& columns);

/// Throws InvalidArgument when write_table could not write to `path`: unknown extension or missing folder. Costs
/// nothing; call it before long work.
L21_EXPORT void check_writable(const std::string& path);

}  // namespace l21
