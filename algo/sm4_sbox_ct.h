/* SPDX-License-Identifier: Apache-2.0 */
/* A Boolean circuit on bit planes for the SM4 S-box: GB/T 32907-2016 section 6.2.1. */
#ifndef OBI_SM4_SBOX_CT_H
#define OBI_SM4_SBOX_CT_H

/* Made by algo/gen_sbox.py, which says how: 32 ANDs, 80 XORs, 10 NOTs. */

/* q[i] holds bit i of every byte, in any order of the bytes. The includer defines the type obi_plane. */
static inline __attribute__((always_inline)) void sm4_sbox(obi_plane q[8])
{
    const obi_plane x0 = ~q[0];
    const obi_plane x1 = q[1];
    const obi_plane x2 = ~q[2];
    const obi_plane x3 = q[3];
    const obi_plane x4 = ~q[4];
    const obi_plane x5 = ~q[5];
    const obi_plane x6 = ~q[6];
    const obi_plane x7 = q[7];
    const obi_plane t0 = x2 ^ x6;
    const obi_plane t1 = t0 ^ x7;
    const obi_plane t2 = x1 ^ x7;
    const obi_plane t3 = x0 ^ x6;
    const obi_plane t4 = x1 ^ t3;
    const obi_plane t5 = x4 ^ t3;
    const obi_plane t6 = x3 ^ x4;
    const obi_plane t7 = t5 ^ t2;
    const obi_plane t8 = x2 ^ t5;
    const obi_plane t9 = x0 ^ t8;
    const obi_plane t10 = x2 ^ t4;
    const obi_plane t11 = x5 ^ t10;
    const obi_plane t12 = t3 ^ t11;
    const obi_plane t13 = t12 ^ t2;
    const obi_plane t14 = x3 ^ t13;
    const obi_plane t15 = t8 ^ t11;
    const obi_plane t16 = t6 ^ t13;
    const obi_plane t17 = t6 & t11;
    const obi_plane t18 = x5 ^ t5;
    const obi_plane t19 = t13 & x5;
    const obi_plane t20 = t19 ^ t17;
    const obi_plane t21 = t12 & t18;
    const obi_plane t22 = t9 & t4;
    const obi_plane t23 = t22 ^ t20;
    const obi_plane t24 = t2 & t5;
    const obi_plane t25 = t16 & t10;
    const obi_plane t26 = t19 ^ t25;
    const obi_plane t27 = t24 ^ t26;
    const obi_plane t28 = x6 ^ t14;
    const obi_plane t29 = t15 ^ x6;
    const obi_plane t30 = t29 & t15;
    const obi_plane t31 = t30 ^ t23;
    const obi_plane t32 = t31 ^ t7;
    const obi_plane t33 = t30 ^ t26;
    const obi_plane t34 = t21 ^ t33;
    const obi_plane t35 = t34 ^ t28;
    const obi_plane t36 = t6 ^ t29;
    const obi_plane t37 = t32 ^ t35;
    const obi_plane t38 = t36 & t8;
    const obi_plane t39 = t38 ^ t27;
    const obi_plane t40 = t39 ^ t14;
    const obi_plane t41 = t38 ^ t20;
    const obi_plane t42 = t9 ^ t16;
    const obi_plane t43 = t42 & x2;
    const obi_plane t44 = t43 ^ t41;
    const obi_plane t45 = t44 ^ t1;
    const obi_plane t46 = t45 & t32;
    const obi_plane t47 = t45 ^ t40;
    const obi_plane t48 = t40 ^ t46;
    const obi_plane t49 = t48 & t37;
    const obi_plane t50 = t49 ^ t35;
    const obi_plane t51 = t50 & t2;
    const obi_plane t52 = t50 & t5;
    const obi_plane t53 = t35 ^ t46;
    const obi_plane t54 = t32 ^ t50;
    const obi_plane t55 = t47 & t53;
    const obi_plane t56 = t55 ^ t40;
    const obi_plane t57 = t56 & t12;
    const obi_plane t58 = t56 & t18;
    const obi_plane t59 = t56 ^ t50;
    const obi_plane t60 = t59 & t13;
    const obi_plane t61 = t59 & x5;
    const obi_plane t62 = t53 ^ t50;
    const obi_plane t63 = t35 & t62;
    const obi_plane t64 = t53 ^ t63;
    const obi_plane t65 = t63 ^ t54;
    const obi_plane t66 = t65 & x2;
    const obi_plane t67 = t50 ^ t65;
    const obi_plane t68 = t67 & t8;
    const obi_plane t69 = t67 & t36;
    const obi_plane t70 = t51 ^ t69;
    const obi_plane t71 = t60 ^ t70;
    const obi_plane t72 = t65 & t42;
    const obi_plane t73 = t51 ^ t72;
    const obi_plane t74 = t56 & t64;
    const obi_plane t75 = t47 ^ t74;
    const obi_plane t76 = t75 & t9;
    const obi_plane t77 = t57 ^ t76;
    const obi_plane t78 = t57 ^ t70;
    const obi_plane t79 = t56 ^ t75;
    const obi_plane t80 = t73 ^ t77;
    const obi_plane t81 = t79 ^ t67;
    const obi_plane t82 = t81 & t6;
    const obi_plane t83 = t81 & t11;
    const obi_plane t84 = t79 & t29;
    const obi_plane t85 = t84 ^ t78;
    const obi_plane t86 = t79 & t15;
    const obi_plane t87 = t77 ^ t71;
    const obi_plane t88 = t82 ^ t87;
    const obi_plane t89 = t75 ^ t65;
    const obi_plane t90 = t75 & t4;
    const obi_plane t91 = t90 ^ t83;
    const obi_plane t92 = t66 ^ t90;
    const obi_plane t93 = t89 & t16;
    const obi_plane z0 = t93 ^ t71;
    const obi_plane t94 = t89 & t10;
    const obi_plane t95 = t92 ^ z0;
    const obi_plane t96 = t68 ^ t86;
    const obi_plane t97 = t61 ^ t86;
    const obi_plane t98 = t52 ^ t96;
    const obi_plane t99 = t96 ^ t95;
    const obi_plane t100 = t94 ^ t97;
    const obi_plane z6 = t97 ^ t91;
    const obi_plane t101 = t100 ^ t98;
    const obi_plane t102 = t58 ^ t100;
    const obi_plane z1 = t85 ^ t101;
    const obi_plane z2 = t88 ^ t102;
    const obi_plane t103 = t80 ^ t102;
    const obi_plane z4 = z6 ^ t103;
    const obi_plane z3 = t80 ^ t99;
    const obi_plane z7 = t99 ^ z2;
    const obi_plane z5 = t101 ^ z7;

    q[0] = ~z0;
    q[1] = ~z1;
    q[2] = z2;
    q[3] = z3;
    q[4] = ~z4;
    q[5] = z5;
    q[6] = ~z6;
    q[7] = ~z7;
}

#endif
