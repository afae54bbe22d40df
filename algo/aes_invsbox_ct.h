/* SPDX-License-Identifier: Apache-2.0 */
/* A Boolean circuit on bit planes for the inverse AES S-box of a flipped input, x ^ 0x63: FIPS 197 section 5.3.2. */
#ifndef OBI_AES_INVSBOX_CT_H
#define OBI_AES_INVSBOX_CT_H

/* Made by algo/gen_sbox.py, which says how: 32 ANDs, 80 XORs. */

/* q[i] holds bit i of every byte, in any order of the bytes. The includer defines the type obi_plane. */
static inline __attribute__((always_inline)) void aes_invsbox(obi_plane q[8])
{
    const obi_plane x0 = q[0];
    const obi_plane x1 = q[1];
    const obi_plane x2 = q[2];
    const obi_plane x3 = q[3];
    const obi_plane x4 = q[4];
    const obi_plane x5 = q[5];
    const obi_plane x6 = q[6];
    const obi_plane x7 = q[7];
    const obi_plane t0 = x4 ^ x5;
    const obi_plane t1 = x1 ^ t0;
    const obi_plane t2 = x0 ^ t0;
    const obi_plane t3 = x2 ^ t2;
    const obi_plane t4 = x5 ^ x6;
    const obi_plane t5 = x0 ^ x5;
    const obi_plane t6 = x3 ^ t1;
    const obi_plane t7 = x3 ^ t4;
    const obi_plane t8 = t1 ^ t4;
    const obi_plane t9 = x1 & t6;
    const obi_plane t10 = x2 ^ t1;
    const obi_plane t11 = t10 ^ x7;
    const obi_plane t12 = x0 ^ t11;
    const obi_plane t13 = t0 & t11;
    const obi_plane t14 = t9 ^ t13;
    const obi_plane t15 = x2 ^ t5;
    const obi_plane t16 = x1 ^ t5;
    const obi_plane t17 = x2 & t3;
    const obi_plane t18 = t15 ^ t0;
    const obi_plane t19 = t5 & t7;
    const obi_plane t20 = t17 ^ t19;
    const obi_plane t21 = t3 ^ t7;
    const obi_plane t22 = t6 ^ t11;
    const obi_plane t23 = t15 & t21;
    const obi_plane t24 = t14 ^ t23;
    const obi_plane t25 = t17 ^ t23;
    const obi_plane t26 = t1 & t22;
    const obi_plane t27 = t26 ^ t20;
    const obi_plane t28 = t9 ^ t27;
    const obi_plane t29 = t28 ^ t2;
    const obi_plane t30 = t3 ^ t22;
    const obi_plane t31 = t10 & t30;
    const obi_plane t32 = t31 ^ t20;
    const obi_plane t33 = t32 ^ t24;
    const obi_plane t34 = t33 ^ x6;
    const obi_plane t35 = t21 ^ t11;
    const obi_plane t36 = t18 & t35;
    const obi_plane t37 = t26 ^ t36;
    const obi_plane t38 = t37 ^ t25;
    const obi_plane t39 = t34 & t29;
    const obi_plane t40 = t16 & t8;
    const obi_plane t41 = t40 ^ t32;
    const obi_plane t42 = t41 ^ t38;
    const obi_plane t43 = t42 ^ t12;
    const obi_plane t44 = t34 ^ t43;
    const obi_plane t45 = t43 ^ t39;
    const obi_plane t46 = t10 ^ t30;
    const obi_plane t47 = t41 ^ t46;
    const obi_plane t48 = t47 ^ t39;
    const obi_plane t49 = t29 ^ t47;
    const obi_plane t50 = t45 & t49;
    const obi_plane t51 = t50 ^ t47;
    const obi_plane t52 = t51 & t30;
    const obi_plane t53 = t51 & t10;
    const obi_plane t54 = t29 ^ t51;
    const obi_plane t55 = t44 & t48;
    const obi_plane t56 = t55 ^ t43;
    const obi_plane t57 = t56 & t16;
    const obi_plane t58 = t56 & t8;
    const obi_plane t59 = t53 ^ t57;
    const obi_plane t60 = t48 ^ t51;
    const obi_plane t61 = t47 & t60;
    const obi_plane t62 = t48 ^ t61;
    const obi_plane t63 = t61 ^ t54;
    const obi_plane t64 = t63 & t1;
    const obi_plane t65 = t56 & t62;
    const obi_plane t66 = t44 ^ t65;
    const obi_plane t67 = t66 & x1;
    const obi_plane t68 = t63 & t22;
    const obi_plane t69 = t66 & t6;
    const obi_plane t70 = t68 ^ t69;
    const obi_plane t71 = t58 ^ t70;
    const obi_plane t72 = t51 ^ t56;
    const obi_plane t73 = t66 ^ t56;
    const obi_plane t74 = t63 ^ t51;
    const obi_plane t75 = t63 ^ t66;
    const obi_plane t76 = t74 & x2;
    const obi_plane t77 = t75 & t11;
    const obi_plane t78 = t75 & t0;
    const obi_plane t79 = t57 ^ t78;
    const obi_plane t80 = t72 & t35;
    const obi_plane t81 = t72 & t18;
    const obi_plane t82 = t73 & t5;
    const obi_plane t83 = t76 ^ t82;
    const obi_plane t84 = t81 ^ t82;
    const obi_plane z7 = t79 ^ t84;
    const obi_plane t85 = t74 & t3;
    const obi_plane t86 = t80 ^ t85;
    const obi_plane t87 = t73 & t7;
    const obi_plane t88 = t85 ^ t87;
    const obi_plane t89 = t70 ^ t88;
    const obi_plane t90 = t74 ^ t73;
    const obi_plane t91 = t86 ^ z7;
    const obi_plane t92 = t67 ^ t77;
    const obi_plane t93 = t52 ^ t86;
    const obi_plane t94 = t77 ^ t93;
    const obi_plane t95 = t90 & t15;
    const obi_plane t96 = t90 & t21;
    const obi_plane t97 = t68 ^ t96;
    const obi_plane t98 = t95 ^ t79;
    const obi_plane z3 = t52 ^ t71;
    const obi_plane t99 = t71 ^ t92;
    const obi_plane t100 = t59 ^ t94;
    const obi_plane t101 = t64 ^ t98;
    const obi_plane t102 = t98 ^ t99;
    const obi_plane z6 = t102 ^ t91;
    const obi_plane z1 = t97 ^ t102;
    const obi_plane t103 = t100 ^ z1;
    const obi_plane z4 = t101 ^ t103;
    const obi_plane z5 = t83 ^ t103;
    const obi_plane z0 = t89 ^ z5;
    const obi_plane z2 = t94 ^ z0;

    q[0] = z0;
    q[1] = z1;
    q[2] = z2;
    q[3] = z3;
    q[4] = z4;
    q[5] = z5;
    q[6] = z6;
    q[7] = z7;
}

#endif
