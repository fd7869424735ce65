/** How the server's own PostgreSQL is set up: for a small machine, and for containers whose /dev/shm is tiny. */

/** Of every cluster, whatever it is for. */
export function settingsOf(major: number): string[] {
  return [
    // In the folder itself, which only its user can enter.
    ...['listen_addresses=', 'unix_socket_directories=.', 'unix_socket_permissions=0700'],
    ...['shared_buffers=64MB', 'huge_pages=off', 'dynamic_shared_memory_type=mmap', 'jit=off'],
    // Twice the largest DATABASE_POOL, and one connection of each process that shares it.
    'max_connections=420',
    // Nothing is replicated from here.
    ...['wal_level=minimal', 'max_wal_senders=0', 'max_logical_replication_workers=0', 'max_wal_size=512MB'],
    // Its disk knows no difference between a row found by an index and the next one.
    'random_page_cost=1.1',
    // A process for each reader of files takes memory that a small machine has not.
    ...(major >= 18 ? ['io_method=sync'] : []),
    ...['timezone=UTC', 'log_timezone=UTC', 'lc_messages=C'],
    // What a statement was refused for can hold what somebody typed.
    ...[
      'log_min_messages=log',
      'log_min_error_statement=panic',
      'log_error_verbosity=terse',
      'log_checkpoints=off',
    ],
  ];
}

/** Nothing here outlives the process: durability is what makes it slow. */
export const THROW_AWAY = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** Texts in the order of their code points everywhere; small letters of every language, which a plain `C` does not know. */
export function localeOf(major: number): string[] {
  if (major >= 17) return ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  return ['--locale=C.UTF-8'];
}
