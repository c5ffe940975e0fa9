/* How many times this process has asked for memory since it started. */
long allocations_count(void);
