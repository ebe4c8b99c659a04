// SPDX-License-Identifier: Apache-2.0
// A plugin of clang: behind each call that returns an integer or a pointer, it puts a call of the runtime with the
// value (runtime/returns.c). Loaded by clang's option -fpass-plugin=libsmallscope_return_values.so.
//
// It works on what all other passes have left, so it changes no decision of the optimiser, and a call that was inlined
// is none. Left out are functions without coverage (no_sanitize("coverage")), calls without a line, intrinsics, inline
// assembler, calls of sanitizers and of our own runtime, calls that must be the last of their function, and values that
// are neither an integer of at most 64 bits nor a pointer. One thread at a time, that of the compiler.
#include <vector>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace {

using namespace llvm;

bool is_callback(StringRef name) {
  for (const char* const prefix : {"smallscope_coverage_", "__sanitizer_", "__sancov_", "__asan_", "__hwasan_",
                                   "__lsan_", "__msan_", "__tsan_", "__ubsan_", "__llvm_", "__gcov_", "__cyg_profile_"})
    if (name.take_front(StringRef(prefix).size()) == prefix) return true;
  return false;
}

bool is_reported(const CallBase& call) {
  const Type* const type = call.getType();
  const bool has_value = type->isPointerTy() ? type->getPointerAddressSpace() == 0
                                             : type->isIntegerTy() && type->getIntegerBitWidth() <= 64;
  if (!has_value || !call.getDebugLoc() || call.getDebugLoc().getLine() == 0) return false;
  if (!isa<CallInst>(call) && !isa<InvokeInst>(call)) return false;
  if (call.isInlineAsm() || call.doesNotReturn() || call.isMustTailCall()) return false;
  const Function* const callee = call.getCalledFunction();
  return callee == nullptr || (!callee->isIntrinsic() && !is_callback(callee->getName()));
}

/// What is executed directly after the call, if it returns.
Instruction* place_behind(CallBase& call) {
  auto* const invoke = dyn_cast<InvokeInst>(&call);
  if (invoke == nullptr) return call.getNextNode();
  BasicBlock* block = invoke->getNormalDest();
  if (block->getSinglePredecessor() == nullptr) block = SplitEdge(invoke->getParent(), block);
  return &*block->getFirstInsertionPt();
}

void report(CallBase& call) {
  Module& module = *call.getModule();
  IRBuilder<> builder(place_behind(call));
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  Type* const nothing = builder.getVoidTy();
  if (call.getType()->isPointerTy()) {
    Type* const pointer = PointerType::get(builder.getInt8Ty(), 0);
    const FunctionCallee callee = module.getOrInsertFunction("smallscope_coverage_returned_pointer", nothing, pointer);
    builder.CreateCall(callee, {builder.CreatePointerCast(&call, pointer)})->setDoesNotThrow();
    return;
  }
  // A value that is not said to have no sign has one. One bit is a truth value.
  const bool has_sign = !call.hasRetAttr(Attribute::ZExt) && call.getType()->getIntegerBitWidth() > 1;
  const FunctionCallee callee =
      module.getOrInsertFunction("smallscope_coverage_returned_integer", nothing, builder.getInt64Ty());
  builder.CreateCall(callee, {builder.CreateIntCast(&call, builder.getInt64Ty(), has_sign)})->setDoesNotThrow();
}

struct ReturnValues : PassInfoMixin<ReturnValues> {
  static PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    std::vector<CallBase*> calls;
    for (Function& function : module) {
      if (function.isDeclaration() || function.hasFnAttribute(Attribute::Naked) ||
          function.hasFnAttribute(Attribute::NoSanitizeCoverage) || is_callback(function.getName()))
        continue;
      for (BasicBlock& block : function)
        for (Instruction& instruction : block)
          if (auto* const call = dyn_cast<CallBase>(&instruction); call != nullptr && is_reported(*call))
            calls.push_back(call);
    }
    for (CallBase* const call : calls) report(*call);
    return calls.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
  }
  /// Functions without optimisation have it, too.
  static bool isRequired() { return true; }
};

}  // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "smallscope return values", "1", [](PassBuilder& builder) {
            builder.registerOptimizerLastEPCallback(
                [](ModulePassManager& passes, auto&&...) { passes.addPass(ReturnValues()); });
          }};
}
