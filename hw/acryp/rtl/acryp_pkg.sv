// SPDX-License-Identifier: Apache-2.0
// What the modules of acryp say to each other.
package acryp_pkg;
  typedef logic [13:0] word_addr_t;  // of a word in the operand RAM, which may be smaller

  // What the multiplier does with its operands; see scripts/acryp/iss.py.
  typedef enum logic [2:0] {
    MacMul,
    MacSqr,
    MacMulw,
    MacLinInt,
    MacLinMod
  } mac_kind_t;

  // An operation of the multiplier: first words of its operands, field, whether its upper half is folded, row of the
  // matrix.
  typedef struct packed {
    mac_kind_t  kind;
    logic       f;
    logic       fold;
    logic       row;
    word_addr_t d;
    word_addr_t a;
    word_addr_t b;
    word_addr_t n;
  } mac_op_t;

  typedef enum logic [3:0] {
    AluAdd,
    AluSub,
    AluMadd,
    AluMsub,
    AluSubk,
    AluSel,
    AluSet,
    AluBit,
    AluScan,
    AluGetb,
    AluIn,
    AluOut,
    AluSetf,
    AluDiv
  } alu_kind_t;

  // An operation beside the multiplier. num: immediate, cursor, entries or bits.
  typedef struct packed {
    alu_kind_t   kind;
    logic        f;
    logic [2:0]  cond;
    word_addr_t  d;
    word_addr_t  a;
    word_addr_t  b;
    word_addr_t  k;
    logic [15:0] num;
  } alu_op_t;
endpackage
