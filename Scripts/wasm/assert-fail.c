// A failed assertion of the C library traps. Its own handler would link the whole of printf: 15 kB.
_Noreturn void __assert_fail(const char *expression, const char *file, int line, const char *function) {
    (void)expression, (void)file, (void)line, (void)function;
    __builtin_trap();
}
