// The digest without its "provider": since OpenSSL 3, every call of SHA256() looks an implementation
// up under locks that all threads share, which takes ten times as long as hashing a key. The calls
// below are its low-level form. They are deprecated, not gone, and Swift does not see that.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

/// Writes the 32 bytes of the SHA-256 of some bytes.
static inline void ccrypto_sha256(const void *bytes, size_t count, unsigned char *digest) {
    SHA256_CTX context;
    SHA256_Init(&context);
    SHA256_Update(&context, bytes, count);
    SHA256_Final(digest, &context);
}
