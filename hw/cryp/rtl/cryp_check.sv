// SPDX-License-Identifier: Apache-2.0
// Whether a command is legal: combination, key, lengths and limits of the standards. Combinational.
module cryp_check
  import cryp_pkg::*;
  import cryp_reg_pkg::*;
(
    input  logic [31:0] ctrl_i,
    input  logic [31:0] aad_len_i,
    input  logic [31:0] len_i,
    input  logic [63:0] count_i,
    input  logic [63:0] count_aad_i,
    input  logic [2:0]  ccm_l_i,       // bits 2:0 of A0: bytes of CCM's length field less one
    input  logic [7:0]  written_i,
    input  logic [7:0]  written2_i,
    input  logic        equal_i,
    output logic [3:0]  key_words_o,   // that the command takes of KEY
    output logic        combination_o,
    output logic        key_o,
    output logic        length_o
);
  alg_t alg;
  mode_t mode;
  logic [1:0] keylen;
  logic decrypt, first, last, verify, aead;
  logic [4:0] taglen;
  logic [7:0] needed;
  logic [63:0] base;
  logic [64:0] total;

  assign alg = ctrl_i[CtrlAlgLsb+:CtrlAlgWidth];
  assign keylen = ctrl_i[CtrlKeylenLsb+:CtrlKeylenWidth];
  assign mode = ctrl_i[CtrlModeLsb+:CtrlModeWidth];
  assign taglen = ctrl_i[CtrlTaglenLsb+:CtrlTaglenWidth];
  assign decrypt = ctrl_i[CtrlDecryptLsb];
  assign first = ctrl_i[CtrlFirstLsb];
  assign last = ctrl_i[CtrlLastLsb];
  assign verify = ctrl_i[CtrlVerifyLsb];
  assign aead = mode inside {CtrlModeGcm, CtrlModeCcm};

  always_comb begin
    combination_o = 1'b1;
    if (alg == CtrlAlgAes ? keylen == 2'd3 : keylen != 2'd0) combination_o = 1'b0;
    if (is_des(alg) && !(mode inside {CtrlModeEcb, CtrlModeCbc})) combination_o = 1'b0;
    if (mode == CtrlModeXts && keylen == CtrlKeylenK192) combination_o = 1'b0;
    if (decrypt && mode inside {CtrlModeCmac, CtrlModeGcmIv}) combination_o = 1'b0;
    if (verify && !(last && (aead || mode == CtrlModeCmac) && taglen inside {[5'd1:5'd16]})) combination_o = 1'b0;
  end

  always_comb begin
    unique case (alg)
      CtrlAlgDes: key_words_o = 4'd2;
      CtrlAlgDes3: key_words_o = 4'd6;
      default: key_words_o = 4'd4 + {1'b0, keylen, 1'b0};
    endcase
    for (int unsigned i = 0; i < 8; i++) needed[i] = i[3:0] < key_words_o;
    key_o = (written_i & needed) == needed;
    if (mode == CtrlModeXts && ((written2_i & needed) != needed || equal_i)) key_o = 1'b0;
  end

  assign base = first ? '0 : count_i;
  assign total = {1'b0, base} + 65'(len_i);
  always_comb begin
    length_o = !total[64];
    if (!aead && aad_len_i != '0) length_o = 1'b0;
    unique case (mode)
      CtrlModeEcb, CtrlModeCbc: if ((is_des(alg) ? {1'b0, len_i[2:0]} : len_i[3:0]) != '0) length_o = 1'b0;
      CtrlModeGcm: begin
        // 2^36 - 32 bytes: SP 800-38D section 5.2.1.1. AAD: 2^61 - 1.
        if (total > 65'hf_ffff_ffe0) length_o = 1'b0;
      end
      CtrlModeCcm: begin
        // Less than 2^(8 L) bytes: SP 800-38C section A.1.
        for (int unsigned l = 1; l < 7; l++) begin
          if (ccm_l_i == l[2:0] && (total >> (8 * (l + 1))) != '0) length_o = 1'b0;
        end
        if (ccm_l_i == '0) length_o = 1'b0;
      end
      CtrlModeXts: begin
        // 2^20 blocks: IEEE 1619 section 5.1. The end has at least one block.
        if (total > 65'h100_0000 || base[3:0] != '0) length_o = 1'b0;
        if (last ? len_i < 32'd16 : len_i[3:0] != '0) length_o = 1'b0;
      end
      CtrlModeCmac: if (last ? len_i == '0 && !first : len_i[3:0] != '0) length_o = 1'b0;
      CtrlModeGcmIv: if (len_i == '0) length_o = 1'b0;
      default: ;
    endcase
    if (aead && aad_len_i != '0 && base != '0) length_o = 1'b0;  // AAD comes before the data
    if (aead && !first && (count_aad_i + 64'(aad_len_i)) >> 61 != '0) length_o = 1'b0;
  end
endmodule
