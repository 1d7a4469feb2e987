/* SPDX-License-Identifier: MIT
 * base: SHA-256 against the vectors of FIPS 180-4, CRC-32C against those of RFC 3720.
 */
#include "base/err.h"
#include "base/hash.h"
#include "hp_test.h"

static const struct {
    const char *text, *hex;
} vectors[] = {
    { "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
    { "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
    { "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
};

static void sha_vectors(void **state)
{
    (void)state;
    char hex[HP_SHA_HEX];
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        hp_sha_of(vectors[i].text, strlen(vectors[i].text), hex);
        assert_string_equal(hex, vectors[i].hex);
    }
    struct hp_sha s;
    hp_sha_begin(&s);
    for (int i = 0; i < 1000; i++) {
        char thousand[1000];
        memset(thousand, 'a', sizeof thousand);
        hp_sha_add(&s, thousand, sizeof thousand);
    }
    hp_sha_end(&s, hex);
    assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* However the bytes are cut, the hash is the same. */
static void sha_in_pieces(void **state)
{
    (void)state;
    unsigned char data[200];
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (unsigned char)(i * 37);
    for (size_t n = 0; n <= sizeof data; n += 11)
        for (size_t cut = 0; cut <= n; cut += 7) {
            char whole[HP_SHA_HEX], pieces[HP_SHA_HEX];
            hp_sha_of(data, n, whole);
            struct hp_sha s;
            hp_sha_begin(&s);
            hp_sha_add(&s, data, cut);
            hp_sha_add(&s, data + cut, n - cut);
            hp_sha_end(&s, pieces);
            assert_string_equal(whole, pieces);
        }
}

static void sha_of_files(void **state)
{
    (void)state;
    char folder[64], path[96], hex[HP_SHA_HEX];
    (void)snprintf(path, sizeof path, "%s/abc", hp_test_folder(folder));
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    (void)fputs("abc", f);
    (void)fclose(f);
    struct hp_err err = { 0 };
    assert_int_equal(hp_sha_of_file(path, hex, &err), HP_OK);
    assert_string_equal(hex, vectors[1].hex);
    (void)unlink(path);
    assert_int_equal(hp_sha_of_file(path, hex, &err), HP_E_ENV);
    assert_non_null(strstr(err.text, path));
    assert_int_equal(hp_sha_of_file(folder, hex, &err), HP_E_ENV);
    (void)rmdir(folder);
}

static void crc_vectors(void **state)
{
    (void)state;
    unsigned char zeros[32] = { 0 }, ones[32], rising[32];
    memset(ones, 0xff, sizeof ones);
    for (size_t i = 0; i < 32; i++)
        rising[i] = (unsigned char)i;
    assert_true(hp_crc32c(0, "123456789", 9) == 0xe3069283);
    assert_true(hp_crc32c(0, zeros, 32) == 0x8a9136aa);
    assert_true(hp_crc32c(0, ones, 32) == 0x62a8ab43);
    assert_true(hp_crc32c(0, rising, 32) == 0x46dd794e);
    assert_true(hp_crc32c(hp_crc32c(0, "1234", 4), "56789", 5) == 0xe3069283);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sha_vectors),
        cmocka_unit_test(sha_in_pieces),
        cmocka_unit_test(sha_of_files),
        cmocka_unit_test(crc_vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
