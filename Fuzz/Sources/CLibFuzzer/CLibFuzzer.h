#include <stddef.h>
#include <stdint.h>

// Runs libFuzzer on a function (LLVM's documentation, "Using libFuzzer as a library").
int LLVMFuzzerRunDriver(
    int *_Nonnull argument_count, char *_Nullable *_Nonnull *_Nonnull arguments,
    int (*_Nonnull callback)(const uint8_t *_Nullable data, size_t size));
