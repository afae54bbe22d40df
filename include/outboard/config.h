/* SPDX-License-Identifier: Apache-2.0 */
/* Build configuration: sizes and switches, each with meaning, unit, constraint and default. */
#ifndef OUTBOARD_CONFIG_H
#define OUTBOARD_CONFIG_H

/* Define OB_CONFIG_FILE to a quoted header name to set any macro below in one place. All files of one program, the
 * application included, must see the same values: they give the session its size. A program in which they differ does
 * not link (OB_LAYOUT_NAME in session.h); so the sizes below must be plain decimal numbers. */
#ifdef OB_CONFIG_FILE
#include OB_CONFIG_FILE
#endif

/* Bytes of one engine's expanded state in a session: the maximum over the linked engines, written by the build to
 * outboard/state_size.h (docs/porting.md). Each engine asserts that its own state fits. Default without the build's
 * file: 1024. */
#if !defined(OB_STATE_SIZE) && defined(__has_include)
#if __has_include(<outboard/state_size.h>)
#include <outboard/state_size.h>
#endif
#endif
#ifndef OB_STATE_SIZE
#define OB_STATE_SIZE 1024
#endif

/* Engines that one dispatcher can own, 1 to 32. With 1, and OB_ASYNC 0, core/single.c stands in for chooser and
 * dispatcher. Default 8. */
#ifndef OB_ENGINES_MAX
#define OB_ENGINES_MAX 8
#endif

/* Engines whose expanded key a session keeps at once, 1 to OB_ENGINES_MAX. When another is needed, the slots are given
 * up in turn, whatever was used last. Default 3, or 1 with one engine. */
#ifndef OB_SESSION_SLOTS
#if OB_ENGINES_MAX < 3
#define OB_SESSION_SLOTS OB_ENGINES_MAX
#else
#define OB_SESSION_SLOTS 3
#endif
#endif

/* Ranges of message lengths for which a session keeps the chooser's answer, with the way to the engine's short path, 1
 * to 8. Default 2, or 1 with one engine, where it is not used. */
#ifndef OB_SHORTCUTS
#if OB_ENGINES_MAX < 2
#define OB_SHORTCUTS 1
#else
#define OB_SHORTCUTS 2
#endif
#endif

/* Bytes of key that a session can hold: at least 32 (AES-256), 64 for XTS and for HMAC over 64-byte blocks, 128 for
 * HMAC over 128-byte blocks. Default 128. */
#ifndef OB_SESSION_KEY_MAX
#define OB_SESSION_KEY_MAX 128
#endif

/* 1: in a build with one engine the binding for Mbed TLS, if it is linked, lends the self-test the memory of one of its
 * sessions. Default 0; CMake sets it for such a binding (OB_FOLLOW_MBEDTLS). */
#ifndef OB_LENT_SESSION
#define OB_LENT_SESSION 0
#endif

/* 1: engines may complete later (OB_PENDING): deadlines, ob_poll and ob_wait are compiled in. Default 1. */
#ifndef OB_ASYNC
#define OB_ASYNC 1
#endif

/* Nanoseconds of one unit of the engines' prices, rounded up, 1 to 1000: what a price says becomes a deadline. Default
 * 1 where there is an operating system, because prices are nanoseconds there; else 63, the cycle of a core at 16 MHz.
 */
#ifndef OB_PRICE_UNIT_NS
#ifdef __unix__
#define OB_PRICE_UNIT_NS 1
#else
#define OB_PRICE_UNIT_NS 63
#endif
#endif

/* 1: count operations, bytes, fallbacks, retries and errors per engine. Default 1. */
#ifndef OB_STATS
#define OB_STATS 1
#endif

/* Counter blocks per engine, 1 to 64: OB_STATS_SHARDS - 1 threads at a time count without sharing a cache line, all
 * others share the last block atomically. Default 16; 1 where there is no operating system, hence one thread. */
#ifndef OB_STATS_SHARDS
#if OB_STATS && OB_ENGINES_MAX > 1 && defined(__unix__)
#define OB_STATS_SHARDS 16
#else
#define OB_STATS_SHARDS 1
#endif
#endif

/* 1: call the dispatcher's trace function on every event. Default 1. */
#ifndef OB_TRACE
#define OB_TRACE 1
#endif

/* 1: prefer the smallest code over speed in algo/ (microcontrollers). Default 0. */
#ifndef OB_SMALL
#define OB_SMALL 0
#endif

/* 1: the CPU has vectors of 128 bits (SSE2, NEON) and the compiler the vector extensions of GCC 12 or clang: algo/ then
 * keeps wide bit planes in them. Default 0; CMake sets it for x86-64 and AArch64. */
#ifndef OB_VECTOR
#define OB_VECTOR 0
#endif

/* 1: a multiplication of 32 by 32 to 64 bits takes the same time for all operands: Cortex-M4, M7, A, most RV32 cores
 * and PCs. 0: not so (Cortex-M3, ARM7) or there is none (M0, M0+): algo/ builds it from 16 by 16 bits where operands
 * are secret. Default 0 if OB_SMALL, and where the compiler generates code for ARMv4T, ARMv6-M, ARMv7-M or ARMv8-M
 * Baseline, by whatever flag; else 1. */
#ifndef OB_WIDE_MUL
#if OB_SMALL || defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_7M__) || defined(__ARM_ARCH_8M_BASE__) ||               \
    defined(__ARM_ARCH_4T__)
#define OB_WIDE_MUL 0
#else
#define OB_WIDE_MUL 1
#endif
#endif

/* 1: engine acryp has a table of each curve's base point, with which signatures and keys take a third of the time. 0:
 * it does without, and is 35 KiB smaller. Default 1. */
#ifndef OB_ACRYP_TABLES
#define OB_ACRYP_TABLES 1
#endif

/* Classes. 0 removes the class from core and from the software engine. */
#ifndef OB_WITH_HASH
#define OB_WITH_HASH 1
#endif
#ifndef OB_WITH_MAC
#define OB_WITH_MAC 1
#endif
#ifndef OB_WITH_CIPHER
#define OB_WITH_CIPHER 1
#endif
#ifndef OB_WITH_AEAD
#define OB_WITH_AEAD 1
#endif
#ifndef OB_WITH_PK
#define OB_WITH_PK 1
#endif

/* 1: keys that live in engines (slot.h). Not in the core for one engine. Default 1 where there is an operating system
 * and more than one engine, else 0. */
#ifndef OB_WITH_SLOTS
#if OB_WITH_PK && OB_ENGINES_MAX > 1 && defined(__unix__)
#define OB_WITH_SLOTS 1
#else
#define OB_WITH_SLOTS 0
#endif
#endif

/* Algorithms of the software engine (and their self-test vectors). 0 removes one. SHA224 needs SHA256; SHA512
 * covers SHA-384, SHA-512/224 and SHA-512/256; HMAC covers every hash that is left. */
#ifndef OB_WITH_MD5
#define OB_WITH_MD5 1
#endif
#ifndef OB_WITH_SHA1
#define OB_WITH_SHA1 1
#endif
#ifndef OB_WITH_SHA256
#define OB_WITH_SHA256 1
#endif
#ifndef OB_WITH_SHA224
#define OB_WITH_SHA224 OB_WITH_SHA256
#endif
#ifndef OB_WITH_SHA512
#define OB_WITH_SHA512 1
#endif
#ifndef OB_WITH_SM3
#define OB_WITH_SM3 1
#endif
#ifndef OB_WITH_HMAC
#define OB_WITH_HMAC 1
#endif
#ifndef OB_WITH_AES
#define OB_WITH_AES 1
#endif
#ifndef OB_WITH_AES_128 /* key lengths: 128, 192 and 256 bits; XTS has two keys of 128 or 256 bits */
#define OB_WITH_AES_128 OB_WITH_AES
#endif
#ifndef OB_WITH_AES_192
#define OB_WITH_AES_192 OB_WITH_AES
#endif
#ifndef OB_WITH_AES_256
#define OB_WITH_AES_256 OB_WITH_AES
#endif
#ifndef OB_WITH_AES_DEC /* the inverse cipher: ECB, CBC and XTS decryption */
#define OB_WITH_AES_DEC OB_WITH_AES
#endif
#ifndef OB_WITH_AES_ECB
#define OB_WITH_AES_ECB OB_WITH_AES
#endif
#ifndef OB_WITH_AES_CBC
#define OB_WITH_AES_CBC OB_WITH_AES
#endif
#ifndef OB_WITH_AES_CTR
#define OB_WITH_AES_CTR OB_WITH_AES
#endif
#ifndef OB_WITH_AES_XTS
#define OB_WITH_AES_XTS OB_WITH_AES
#endif
#ifndef OB_WITH_AES_GCM
#define OB_WITH_AES_GCM OB_WITH_AES
#endif
#ifndef OB_WITH_AES_CCM
#define OB_WITH_AES_CCM OB_WITH_AES
#endif
#ifndef OB_WITH_AES_CMAC
#define OB_WITH_AES_CMAC OB_WITH_AES
#endif
#ifndef OB_WITH_DES
#define OB_WITH_DES 1
#endif
#ifndef OB_WITH_SM4
#define OB_WITH_SM4 1
#endif
#ifndef OB_WITH_SM4_GCM
#define OB_WITH_SM4_GCM OB_WITH_SM4
#endif
#ifndef OB_WITH_CHACHA20_POLY1305
#define OB_WITH_CHACHA20_POLY1305 1
#endif

#endif
