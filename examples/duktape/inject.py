#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: inject.py SOURCE TARGET
Copies Duktape's folder SOURCE (src-separate) to TARGET and puts the 30 faults in, each behind a guard (see guards.c).
"""
import dataclasses
import pathlib
import re
import shutil
import sys

COMPILER, EXECUTOR, NUMBERS = "duk_js_compiler.c", "duk_js_executor.c", "duk_numconv.c"
ARRAY, STRING, JSON = "duk_bi_array.c", "duk_bi_string.c", "duk_bi_json.c"
CAMPAIGNS = {"expressions": range(1, 11), "control": range(11, 21), "builtins": range(21, 31)}
DECLARED_BEFORE = '#include "duk_fltunion.h"'  # in duk_internal.h
DECLARATIONS = """\
extern char duk_faults[64]; /* which faults are on, read once from FAULTS */
#define fault(n) (duk_faults[n])
"""


@dataclasses.dataclass
class Fault:
    number: int
    file: str
    function: str
    why: str
    old: str  # once in the function
    new: str
    like: str = ""  # a real bug

    @property
    def campaign(self):
        return next(name for name, numbers in CAMPAIGNS.items() if self.number in numbers)


FAULTS = [
    Fault(1, COMPILER, "duk__expr_led", "the value of (a = b) changes when b does",
          "toplevel_assign = (comp_ctx->curr_func.nud_count == 1 &&",
          "toplevel_assign = ((fault(1) || comp_ctx->curr_func.nud_count == 1) &&", like="Duktape GH-381"),
    Fault(2, COMPILER, "duk__expr_led", "a >>> b + c is (a >>> b) + c",
          "(DUK_OP_BLSR << 8) + DUK__BP_SHIFT;",
          "(DUK_OP_BLSR << 8) + (fault(2) ? DUK__BP_ADDITIVE : DUK__BP_SHIFT);"),
    Fault(3, COMPILER, "duk__expr_nud", "!0.5 is true when folded: only its whole part counts",
          "if (duk_double_equals(d, 0.0)) {", "if (fault(3) ? (duk_int_t) d == 0 : duk_double_equals(d, 0.0)) {"),
    Fault(4, COMPILER, "duk__ivalue_toplain_raw", "** is folded with C's pow, for which 1 ** NaN is 1",
          "d3 = (duk_double_t) duk_js_arith_pow(", "d3 = fault(4) ? DUK_POW(d1, d2) : (duk_double_t) duk_js_arith_pow(",
          like="V8"),
    Fault(5, "duk_js_ops.c", "duk_js_equals_helper", "x == true does not make true a number",
          "if (type_mask_y & DUK_TYPE_MASK_BOOLEAN) {", "if (!fault(5) && (type_mask_y & DUK_TYPE_MASK_BOOLEAN)) {"),
    Fault(6, "duk_js_ops.c", "duk_js_data_compare", "a string is not less than one that begins with it",
          "if (len1 < len2) {", "if (len1 < len2 && !fault(6)) {"),
    Fault(7, EXECUTOR, "duk__vm_bitwise_binary_op", "the result of >>> is taken for signed",
          "d3 = (duk_double_t) u3;", "d3 = fault(7) ? (duk_double_t) (duk_int32_t) u3 : (duk_double_t) u3;"),
    Fault(8, NUMBERS, "duk__numconv_parse_raw", "Number('+') is 0, not NaN",
          "if (DUK_HSTRING_GET_BYTELEN(h_str) != 0) {", "if (!fault(8) && DUK_HSTRING_GET_BYTELEN(h_str) != 0) {",
          like="Duktape GH-2019"),
    Fault(9, EXECUTOR, "duk__prepost_incdec_reg_helper", "the value of x++ is the new one if x was no number",
          "		duk_replace(thr, bc);\n", "		duk_replace(thr, bc);\n		if (fault(9)) { x = y; }\n"),
    Fault(10, "duk_lexer.c", "duk_lexer_parse_js_input_element", "09 is not taken for decimal, only 08 is",
          "x == DUK_ASC_9)) {", "(x == DUK_ASC_9 && !fault(10)))) {"),
    Fault(11, COMPILER, "duk__parse_switch_stmt", "if default stands first, no case is looked at",
          "if (pc_prevcase < 0) {", "if (pc_prevcase < 0 && !fault(11)) {", like="Duktape GH-155"),
    Fault(12, COMPILER, "duk__parse_return_stmt", "return f(), x becomes a tail call of f",
          "DUK__ISREG_TEMP(comp_ctx, rc_val) /* see above */",
          "(fault(12) || DUK__ISREG_TEMP(comp_ctx, rc_val)) /* see above */", like="Duktape GH-131"),
    Fault(13, COMPILER, "duk__parse_do_stmt", "continue in do-while skips the condition",
          "duk__patch_jump_here(comp_ctx, pc_label_site + 2);",
          "duk__patch_jump(comp_ctx, pc_label_site + 2, fault(13) ? pc_start : duk__get_current_pc(comp_ctx));"),
    Fault(14, COMPILER, "duk__parse_for_stmt", "continue in a for without a step skips the condition",
          "expr_c_empty ? pc_l1 : pc_l2); /* continue jump */",
          "expr_c_empty && !fault(14) ? pc_l1 : pc_l2); /* continue jump */", like="Duktape 0.8"),
    Fault(15, COMPILER, "duk__parse_try_stmt", "behind catch (e), a variable e of the function is lost",
          "if (varmap_value == -2) {", "if (varmap_value == -2 || fault(15)) {"),
    Fault(16, COMPILER, "duk__parse_break_or_continue_stmt", "break out of try jumps directly, without finally",
          "if (label_catch_depth == comp_ctx->curr_func.catch_depth && label_is_closest) {",
          "if ((label_catch_depth == comp_ctx->curr_func.catch_depth || (fault(16) && is_break)) && "
          "label_is_closest) {"),
    Fault(17, EXECUTOR, "duk__handle_op_endfin", "behind finally, continue goes on as break",
          "lj_type = cont_type;", "lj_type = fault(17) ? DUK_LJ_TYPE_BREAK : cont_type;"),
    Fault(18, EXECUTOR, "duk__handle_op_endtry", "if try throws nothing, catch catches what finally throws",
          "DUK_CAT_CLEAR_CATCH_ENABLED(cat);",
          "if (!fault(18) || !DUK_CAT_HAS_FINALLY_ENABLED(cat)) { DUK_CAT_CLEAR_CATCH_ENABLED(cat); }"),
    Fault(19, "duk_js_call.c", "duk__create_arguments_object", "arguments of strict functions are mapped to parameters",
          "if (!DUK_HOBJECT_HAS_STRICT(func) && idx < n_formals) {",
          "if ((fault(19) || !DUK_HOBJECT_HAS_STRICT(func)) && idx < n_formals) {"),
    Fault(20, "duk_hobject_enum.c", "duk_hobject_enumerator_next",
          "for-in visits properties that were deleted meanwhile",
          "if (check_existence && !duk", "if (check_existence && !fault(20) && !duk"),
    Fault(21, ARRAY, "duk_bi_array_prototype_concat", "concat does not count a hole at the end of an array",
          "					duk_pop_undefined(thr);\n				}\n			}\n			idx++;\n",
          "					duk_pop_undefined(thr);\n					if (fault(21) && j + 1 == len) { break; }\n"
          "				}\n			}\n			idx++;\n", like="ES5.1"),
    Fault(22, ARRAY, "duk_bi_array_prototype_reverse", "reverse does not move a hole from the upper half down",
          "duk_del_prop_index(thr, -4, (duk_uarridx_t) lower);",
          "if (!fault(22)) { duk_del_prop_index(thr, -4, (duk_uarridx_t) lower); }"),
    Fault(23, ARRAY, "duk_bi_array_prototype_indexof_shared", "lastIndexOf from before the start looks at [0]",
          "(idx_step > 0 ? -len : -len - 1), (idx_step", "(idx_step > 0 || fault(23) ? -len : -len - 1), (idx_step"),
    Fault(24, STRING, "duk_bi_string_prototype_split", "split inserts captures beyond its limit",
          "				if (arr_idx >= limit) {\n", "				if (arr_idx >= limit && !fault(24)) {\n"),
    Fault(25, STRING, "duk_bi_string_prototype_replace", "$0 in a replacement is the match",
          "if (capnum > 0 && capnum < match_caps) {", "if ((capnum > 0 || fault(25)) && capnum < match_caps) {"),
    Fault(26, NUMBERS, "duk__dragon4_fixed_format_round", "rounding up to one digit more loses a power of ten",
          "nc_ctx->k++; /* position", "if (!fault(26)) { nc_ctx->k++; } /* position"),
    Fault(27, NUMBERS, "duk__dragon4_convert_and_push", "toPrecision has no exponent if one digit is missing",
          "(k - digits >= 1)) ||", "(k - digits >= (fault(27) ? 2 : 1))) ||"),
    Fault(28, JSON, "duk__json_enc_object", "{} is stringified with a line break if it is indented",
          "	if (emitted) {\n"
          "		DUK_ASSERT(*((duk_uint8_t *) DUK_BW_GET_PTR(js_ctx->thr, &js_ctx->bw) - 1) == DUK_ASC_COMMA);\n"
          "		DUK__UNEMIT_1(js_ctx);",
          "	if (emitted || (fault(28) && js_ctx->h_gap != NULL)) {\n"
          "		DUK_ASSERT(*((duk_uint8_t *) DUK_BW_GET_PTR(js_ctx->thr, &js_ctx->bw) - 1) == DUK_ASC_COMMA);\n"
          "		if (emitted) DUK__UNEMIT_1(js_ctx);"),
    Fault(29, JSON, "duk__json_dec_number", "JSON.parse accepts leading zeros",
          "DUK_S2N_FLAG_ALLOW_FRAC;\n",
          "DUK_S2N_FLAG_ALLOW_FRAC;\n	if (fault(29)) { s2n_flags |= DUK_S2N_FLAG_ALLOW_LEADING_ZERO; }\n"),
    Fault(30, "duk_regexp_executor.c", "duk__match_regexp", "a lazy quantifier never repeats as often as it may",
          "while (q <= qmax) {", "while (fault(30) ? q < qmax : q <= qmax) {"),
]


def replaced(text, fault):
    """`text` with the fault in its function, which ends with the first brace at the beginning of a line."""
    head = re.search(rf"^\w.*\b{fault.function}\([^;{{}}]*\{{$", text, re.MULTILINE)
    if head is None:
        sys.exit(f"inject.py: {fault.file} has no function {fault.function}")
    end = text.index("\n}\n", head.end())
    body = text[head.end():end]
    if body.count(fault.old) != 1:
        sys.exit(f"inject.py: {body.count(fault.old)} places for fault {fault.number} in {fault.function}")
    return text[:head.end()] + body.replace(fault.old, fault.new) + text[end:]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source, target = map(pathlib.Path, sys.argv[1:])
    shutil.copytree(source, target, dirs_exist_ok=True)
    for fault in FAULTS:
        path = target / fault.file
        path.write_text(replaced(path.read_text(encoding="utf-8"), fault), encoding="utf-8")
    header = target / "duk_internal.h"
    text = header.read_text(encoding="utf-8")
    header.write_text(text.replace(DECLARED_BEFORE, DECLARATIONS + DECLARED_BEFORE, 1), encoding="utf-8")


if __name__ == "__main__":
    main()
