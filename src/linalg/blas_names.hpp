// The names of the routines of BLAS and LAPACK that we call. Some libraries give theirs a prefix, so that several can
// be in one process.
#pragma once

#ifdef L21_BLAS_PREFIX
#define L21_JOINED(prefix, name) prefix##name
#define L21_WITH_PREFIX(prefix, name) L21_JOINED(prefix, name)
#define dgemm_ L21_WITH_PREFIX(L21_BLAS_PREFIX, dgemm_)
#define sgemm_ L21_WITH_PREFIX(L21_BLAS_PREFIX, sgemm_)
#define dsyrk_ L21_WITH_PREFIX(L21_BLAS_PREFIX, dsyrk_)
#define dsyevr_ L21_WITH_PREFIX(L21_BLAS_PREFIX, dsyevr_)
#define dpotrf_ L21_WITH_PREFIX(L21_BLAS_PREFIX, dpotrf_)
#define dpstrf_ L21_WITH_PREFIX(L21_BLAS_PREFIX, dpstrf_)
#define dgeqrf_ L21_WITH_PREFIX(L21_BLAS_PREFIX, dgeqrf_)
#define dorgqr_ L21_WITH_PREFIX(L21_BLAS_PREFIX, dorgqr_)
#define dgesdd_ L21_WITH_PREFIX(L21_BLAS_PREFIX, dgesdd_)
#define dgesvd_ L21_WITH_PREFIX(L21_BLAS_PREFIX, dgesvd_)
#endif
