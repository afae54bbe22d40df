/* SPDX-License-Identifier: Apache-2.0 */
/* The functions on numbers that the binding replaces in a program that asks for it (ob_bind_mbedtls ... NUMBERS). CMake
 * reads this list, too, as wraps.h. */
#ifndef OB_BINDING_MBEDTLS_WRAPS_NUMBERS_H
#define OB_BINDING_MBEDTLS_WRAPS_NUMBERS_H

/* W(OB_MBEDTLS_<switch>, mbedtls_<function>) */
#define OBI_MBEDTLS_WRAPS_NUMBERS(W)                                                                                   \
    W(MPI_ADD, mpi_add_mpi)                                                                                            \
    W(MPI_SUB, mpi_sub_mpi)                                                                                            \
    W(MPI_MUL, mpi_mul_mpi)                                                                                            \
    W(MPI_MOD, mpi_mod_mpi)                                                                                            \
    W(MPI_EXP_MOD, mpi_exp_mod)                                                                                        \
    W(MPI_INV_MOD, mpi_inv_mod)
#endif
