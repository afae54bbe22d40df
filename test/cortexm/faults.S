/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that must fault, each in its own way; test_faults.py says where. */
    .syntax unified
    .thumb
    .text

    .macro function name
    .balign 4
    .global \name
    .type \name, %function
\name:
    .endm

    .macro done name
    .size \name, . - \name
    .endm

    function thumb2
    movw r0, #0x1234
    bx lr
    done thumb2

    function compare_and_branch
    cbz r0, 1f
    nop
1:  bx lr
    done compare_and_branch

    function conditional_block
    cmp r0, #0
    it eq
    moveq r0, #1
    bx lr
    done conditional_block

    /* A conditional access that ends its block of code, then one that begins with an access and ends in a call, must
     * not make what is called conditional. */
    function after_it_block
    push {r4, lr}
    mov r1, r0
    movs r0, #0x80
    lsls r0, r0, #24
    bl 1f
    ldr r2, [r1]
    movs r3, #0
    bl 2f
    pop {r4, pc}
1:  it mi
    strbmi r0, [r1]
    bx lr
2:  movs r0, #7
    bx lr
    done after_it_block

    /* What stands between a jump by a table and its target is data, here also no instruction. */
    function branch_by_table
    movs r1, #0
    tbb [pc, r1]
1:  .byte (2f - 1b) / 2, 0, 0x99, 0xb7
2:  movs r0, #7
    bx lr
    done branch_by_table

    function simd
    uadd8 r0, r0, r1
    bx lr
    done simd

    function fp_register
    .inst.w 0xee000a10 /* vmov s0, r0 */
    bx lr
    done fp_register

    function load_word
    ldr r0, [r0]
    bx lr
    done load_word

    function load_two
    ldm r0, {r0, r1}
    bx lr
    done load_two

    function store_word
    str r1, [r0]
    bx lr
    done store_word

    function clobber_r4
    movs r4, #0
    bx lr
    done clobber_r4

    function leak_stack
    sub sp, #8
    bx lr
    done leak_stack

    function read_below_stack
    mov r1, sp
    subs r1, #8
    ldr r0, [r1]
    bx lr
    done read_below_stack

    function write_below_stack
    push {r4, lr}
    mov r4, sp
    pop {r0, r1}
    str r0, [r4]
    mov r4, r0
    bx r1
    done write_below_stack

    function at_stack
    push {r0-r3, lr}
    ldr r0, [sp, #4]
    mov r1, sp
    ldm r1!, {r0, r2}
    pop {r0-r3, pc}
    done at_stack

    function to_arm_state
    movs r0, #8
    lsls r0, r0, #24
    bx r0
    done to_arm_state

    function forever
    b .
    done forever
