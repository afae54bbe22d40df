/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cortexm: prices on a Cortex-M0, made from the simulator by test/cortexm/prices.py; do not edit. */
#include "engine/cortexm/prices.h"

PRICE(sha1, 1, 7428, 105760);
PRICE(sha256, 1, 5864, 79264);
PRICE(sha512, 1, 13472, 196112);
PRICE(hmac_sha1, 15023, 14557, 105760);
PRICE(hmac_sha256, 11750, 11330, 79264);
PRICE(hmac_sha512, 50908, 38511, 196112);
PRICE(aes_cmac_sbox, 3717, 2575, 103040);
PRICE(aes_cmac_fs, 11271, 2575, 303360);
PRICE(aes_ecb_enc_sbox, 1087, 590, 89856);
PRICE(aes_ecb_enc_fs, 5511, 602, 133728);
PRICE(aes_ecb_dec_sbox, 1089, 591, 109056);
PRICE(aes_ecb_dec_fs, 5513, 603, 162496);
PRICE(aes_cbc_enc_sbox, 1087, 842, 103168);
PRICE(aes_cbc_enc_fs, 5511, 842, 303488);
PRICE(aes_cbc_dec_sbox, 1089, 1152, 115968);
PRICE(aes_cbc_dec_fs, 5513, 1158, 169504);
PRICE(aes_ctr_sbox, 1087, 1245, 105328);
PRICE(aes_ctr_fs, 5511, 1257, 131296);
PRICE(aes_xts_enc_sbox, 1900, 2361, 149184);
PRICE(aes_xts_enc_fs, 10748, 5491, 193440);
PRICE(aes_xts_dec_sbox, 1902, 2367, 168224);
PRICE(aes_xts_dec_fs, 10750, 5497, 222048);
PRICE(aes_gcm_sbox, 2945, 8512, 247344);
PRICE(aes_gcm_fs, 10499, 10935, 273312);
PRICE(aes_ccm_sbox, 1087, 7616, 208368);
PRICE(aes_ccm_fs, 5511, 13169, 434656);
PRICE(chacha20_poly1305, 184, 13806, 241488);
