/* SPDX-License-Identifier: Apache-2.0 */
/* One kernel per timing rule that all cores have; kernels.csv says what each costs beyond kernel_empty, and why. */
    .syntax unified
    .thumb
    .text

    .macro kernel name
    .balign 16
    .global kernel_\name
    .type kernel_\name, %function
kernel_\name:
    .endm

    .macro done name
    .balign 4, 0
    .size kernel_\name, . - kernel_\name
    .endm

    /* r0 is a readable and writable buffer, aligned to 8. */
    kernel empty
    bx lr
    done empty

    kernel alu
    .rept 16
    adds r1, r1, r2
    .endr
    bx lr
    done alu

    kernel mul
    .rept 16
    muls r1, r2, r1
    .endr
    bx lr
    done mul

    kernel load_single
    .rept 8
    ldr r1, [r0]
    adds r2, r1, #1
    .endr
    bx lr
    done load_single

    kernel load_row
    ldr r1, [r0]
    ldr r2, [r0, #4]
    ldr r3, [r0, #8]
    ldr r1, [r0, #12]
    ldr r2, [r0, #16]
    ldr r3, [r0, #20]
    ldr r1, [r0, #24]
    ldr r2, [r0, #28]
    adds r3, r3, #1
    adds r3, r3, #1
    bx lr
    done load_row

    kernel store_row
    .rept 8
    str r1, [r0]
    .endr
    adds r1, r1, #1
    adds r1, r1, #1
    bx lr
    done store_row

    kernel load_multiple
    .rept 4
    mov r12, r0
    ldm r0!, {r1-r3}
    mov r0, r12
    movs r1, #0
    .endr
    bx lr
    done load_multiple

    kernel store_multiple
    .rept 4
    mov r12, r0
    stm r0!, {r1-r3}
    mov r0, r12
    movs r1, #0
    .endr
    bx lr
    done store_multiple

    kernel push_pop
    .rept 4
    push {r1-r3, lr}
    pop {r1-r3}
    add sp, #4
    .endr
    bx lr
    done push_pop

    kernel return_by_pop
    push {r1, lr}
    pop {r1, pc}
    done return_by_pop

    kernel branch_taken
    .rept 8
    b . + 4
    nop
    .endr
    bx lr
    done branch_taken

    kernel branch_not_taken
    movs r1, #1
    .rept 8
    beq . + 4
    mov r2, r2
    .endr
    bx lr
    done branch_not_taken

    kernel call
    push {r1, lr}
    bl kernel_empty
    bl kernel_empty
    bl kernel_empty
    bl kernel_empty
    pop {r1, pc}
    done call

    kernel barrier
    dsb
    dsb
    dsb
    dsb
    bx lr
    done barrier
