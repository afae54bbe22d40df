// SPDX-License-Identifier: Apache-2.0
// Whether a command is legal: combination, key, lengths and limits of the standards. Combinational.
module cryp_check
  import cryp_pkg::*;
  import cryp_reg_pkg::*;
#(
    parameter modes_t Modes = '1,
    parameter ciphers_t Ciphers = '1
) (
    input  logic [31:0] ctrl_i,
    input  logic [31:0] aad_len_i,
    input  logic [31:0] len_i,
    input  logic [63:0] count_i,
    input  logic [63:0] count_aad_i,
    input  logic [2:0]  ccm_l_i,       // bits 2:0 of A0: bytes of CCM's length field less one
    input  logic        used_i,        // the key has been used, for what kind_i says
    input  logic        foreign_i,     // the key may be used first by another port than the command's alone
    input  logic        locked_i,      // the key is a key manager's, as a whole once used_i is set
    input  logic [6:0]  kind_i,
    output logic [6:0]  kind_o,        // of the command: mode, length, algorithm of its key
    input  logic [7:0]  written_i,
    input  logic [7:0]  written2_i,
    input  logic        equal_i,
    output logic [3:0]  key_words_o,   // that the command takes of KEY
    output logic [36:0] total_o,       // count_i + len_i, more bits only for other modes than GCM
    output logic [60:0] total_aad_o,   // count_aad_i + aad_len_i
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
  logic begun;               // data came before
  logic [61:0] total_aad;
  logic [1:0][64:0] totals;  // of a command that goes on, and of a first one
  logic [1:0] over, over_gcm, over_ccm, over_xts;

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
    combination_o = (cipher_of(alg) & Ciphers) != '0 && (modes_of(mode) & Modes) != '0;
    if (alg == CtrlAlgAes ? keylen == 2'd3 : keylen != 2'd0) combination_o = 1'b0;
    if (is_des(alg) && !(mode inside {CtrlModeEcb, CtrlModeCbc})) combination_o = 1'b0;
    if (mode == CtrlModeXts && keylen == CtrlKeylenK192) combination_o = 1'b0;
    if (decrypt && mode inside {CtrlModeCmac, CtrlModeGcmIv}) combination_o = 1'b0;
    if (verify && !(last && (aead || mode == CtrlModeCmac) && taglen inside {[5'd4:5'd16]})) combination_o = 1'b0;
  end

  assign kind_o = {mode == CtrlModeGcmIv ? CtrlModeGcm : mode, keylen, alg};
  always_comb begin
    unique case (alg)
      CtrlAlgDes: key_words_o = 4'd2;
      CtrlAlgDes3: key_words_o = 4'd6;
      default: key_words_o = 4'd4 + {1'b0, keylen, 1'b0};
    endcase
    for (int unsigned i = 0; i < 8; i++) needed[i] = i[3:0] < key_words_o;
    key_o = (written_i & needed) == needed;
    if (used_i && kind_i != kind_o) key_o = 1'b0;
    if (foreign_i) key_o = 1'b0;
    if (ctrl_i[CtrlSideKeyLsb] != locked_i || (locked_i && !used_i)) key_o = 1'b0;
    if (Modes.xts && mode == CtrlModeXts && ((written2_i & needed) != needed || equal_i)) key_o = 1'b0;
  end

  // The limits of both kinds of command, since ctrl_i comes late. For GCM alone it is enough to know whether the bits
  // from 2^36 on are 0.
  if ((Modes & ~GhashModes) == '0) begin : gen_gcm
    logic [36:0] sum;
    assign sum = {1'b0, count_i[35:0]} + 37'(len_i);
    assign totals[0] = {1'b0, count_i[63:37], count_i[36] || sum[36], sum[35:0]};
  end else begin : gen_modes
    assign totals[0] = {1'b0, count_i} + 65'(len_i);
  end
  assign total_o = totals[0][36:0];
  assign totals[1] = 65'(len_i);
  always_comb begin
    for (int unsigned f = 0; f < 2; f++) begin
      over[f] = totals[f][64];
      // 2^36 - 32 bytes: SP 800-38D section 5.2.1.1
      over_gcm[f] = totals[f][64:36] != '0 || (totals[f][35:5] == '1 && totals[f][4:0] != '0);
      // Less than 2^(8 L) bytes: SP 800-38C section A.1
      over_ccm[f] = ccm_l_i == '0;
      for (int unsigned l = 1; l < 7; l++) begin
        if (ccm_l_i == l[2:0] && (totals[f] >> (8 * (l + 1))) != '0) over_ccm[f] = 1'b1;
      end
      // 2^20 blocks: IEEE 1619 section 5.1
      over_xts[f] = totals[f][64:25] != '0 || (totals[f][24] && totals[f][23:0] != '0);
    end
  end
  assign total_aad = {1'b0, count_aad_i[60:0]} + 62'(aad_len_i);
  assign total_aad_o = total_aad[60:0];
  assign begun = !first && count_i != '0;

  always_comb begin
    length_o = !over[first];
    if (!aead && aad_len_i != '0) length_o = 1'b0;
    unique case (mode)
      CtrlModeEcb, CtrlModeCbc: if (Modes.ecb || Modes.cbc) begin
        if ((is_des(alg) ? {1'b0, len_i[2:0]} : len_i[3:0]) != '0) length_o = 1'b0;
      end
      CtrlModeGcm: if (over_gcm[first]) length_o = 1'b0;
      CtrlModeCcm: if (Modes.ccm && over_ccm[first]) length_o = 1'b0;
      CtrlModeXts: if (Modes.xts) begin
        if (over_xts[first] || (!first && count_i[3:0] != '0)) length_o = 1'b0;
        // The end has at least one block.
        if (last ? len_i[31:4] == '0 : len_i[3:0] != '0) length_o = 1'b0;
      end
      CtrlModeCmac: if (Modes.cmac && (last ? len_i == '0 && !first : len_i[3:0] != '0)) length_o = 1'b0;
      CtrlModeGcmIv: if (len_i == '0) length_o = 1'b0;
      default: ;
    endcase
    if (aead && aad_len_i != '0 && begun) length_o = 1'b0;  // AAD comes before the data
    // At most 2^61 - 1 bytes of AAD
    if (aead && !first && (count_aad_i[63:61] != '0 || total_aad[61])) length_o = 1'b0;
  end
endmodule
