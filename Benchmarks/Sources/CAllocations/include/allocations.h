/* How many times this process has allocated memory since it started. */
long allocations_count(void);
