import type { Engine } from '@bank/server/postgres/engine'

/** A construct of PostgreSQL that another engine documents as missing or different. None of it was tried on that engine. */
export type EngineDifference = {
  readonly engine: Exclude<Engine, 'PostgreSQL'>
  readonly construct: string
  /** What the engine's documentation says. */
  readonly says: string
  readonly page: string
  /** Finds the construct in SQL; undefined for what no pattern finds. */
  readonly pattern?: RegExp
  /** How the bank gets on without it; undefined for what the bank does not use. */
  readonly bank?: string
  /** The files that use it. */
  readonly uses?: readonly string[]
}

const yugabyte = {
  compatibility: 'https://docs.yugabyte.com/latest/explore/ysql-language-features/postgresql-compatibility/',
  differences: 'https://docs.yugabyte.com/stable/yugabyte-voyager/known-issues/postgresql/',
  locks: 'https://docs.yugabyte.com/stable/explore/transactions/explicit-locking/',
  isolation: 'https://docs.yugabyte.com/stable/explore/transactions/isolation-levels/',
  schemaChanges: 'https://docs.yugabyte.com/stable/explore/transactions/transactional-ddl/',
}

const cockroach = {
  compatibility: 'https://www.cockroachlabs.com/docs/v26.2/postgresql-compatibility',
  limitations: 'https://www.cockroachlabs.com/docs/v26.2/known-limitations',
  isolation: 'https://www.cockroachlabs.com/docs/v26.1/read-committed',
  locks: 'https://www.cockroachlabs.com/docs/v26.1/select-for-update',
  schemaChanges: 'https://www.cockroachlabs.com/docs/v26.1/online-schema-changes',
  settings: 'https://www.cockroachlabs.com/docs/v26.1/session-variables',
}

/** The same of both engines, but for what they document. */
const advisoryLocks = {
  construct: 'advisory locks',
  pattern: /\bpg_(try_)?advisory_\w+/,
  bank: 'takes them on PostgreSQL only, for backups, for a free stripe, so that one process checks the books, and against a migration beside an older process; elsewhere it takes any stripe, each process checks, and the operator stops the older processes',
  uses: [
    'server/src/backups/base-backup.ts',
    'server/src/books/check/check-thread.ts',
    'server/src/books/stripe.ts',
    'server/src/postgres/database.ts',
    'server/src/postgres/migrate.ts',
  ],
} as const

/** The constructs that the bank's SQL is held against, and what the bank does about each. */
export const engineDifferences: readonly EngineDifference[] = [
  {
    engine: 'YugabyteDB',
    construct: 'read committed',
    says: 'is snapshot isolation unless `yb_enable_read_committed_isolation` is on, which it is by default only in new universes of 2025.2 and later',
    page: yugabyte.isolation,
    bank: 'refuses to start while it is off: what is read under a lock would be older than the lock',
  },
  {
    engine: 'YugabyteDB',
    construct: 'schema changes in a transaction',
    says: 'are not rolled back with it unless `ysql_yb_ddl_transaction_block_enabled` is on',
    page: yugabyte.schemaChanges,
    bank: 'cannot undo a migration that fails halfway, so take a backup before an upgrade',
  },
  {
    engine: 'YugabyteDB',
    construct: 'ids of transactions',
    says: 'are not supported',
    page: yugabyte.differences,
    pattern: /\b(txid_\w+|pg_current_xact_id\w*|pg_xact_status|xid8?)\b/,
    bank: 'asks for none there, so it cannot look up whether a commit took effect whose connection was lost, and answers that the outcome is unknown',
    uses: ['server/src/postgres/transaction.ts'],
  },
  {
    engine: 'YugabyteDB',
    construct: 'storage parameters',
    says: 'of tables, indexes and constraints are refused as unrecognized',
    page: yugabyte.differences,
    pattern: /\bwith \((fillfactor|fastupdate|autovacuum_\w+) =/,
    bank: 'leaves them out of its migrations there; they only matter for speed',
    uses: [
      'server/migrations/0001-books.sql',
      'server/migrations/0002-people.sql',
      'server/migrations/0011-email-search.sql',
      'server/migrations/0030-find-users.sql',
    ],
  },
  {
    engine: 'YugabyteDB',
    ...advisoryLocks,
    says: 'since 2025.1, where their flags are on',
    page: yugabyte.locks,
  },
  {
    engine: 'YugabyteDB',
    construct: '`lock table`',
    says: 'a preview since 2025.1.1, not supported before',
    page: yugabyte.locks,
    pattern: /\block table\b/,
  },
  {
    engine: 'YugabyteDB',
    construct: 'system columns',
    says: 'are not supported',
    page: yugabyte.differences,
    pattern: /\b(xmin|xmax|cmin|cmax|ctid)\b/,
  },
  {
    engine: 'YugabyteDB',
    construct: 'table inheritance',
    says: 'is not supported',
    page: yugabyte.compatibility,
    pattern: /\binherits \(/,
  },
  {
    engine: 'YugabyteDB',
    construct: 'exclusion constraints',
    says: 'are not supported',
    page: yugabyte.compatibility,
    pattern: /\bexclude (using|\()/,
  },
  {
    engine: 'YugabyteDB',
    construct: 'deferrable constraints',
    says: 'only as foreign keys',
    page: yugabyte.differences,
    pattern: /\bdeferrable\b|\binitially deferred\b/,
  },
  {
    engine: 'YugabyteDB',
    construct: 'constraint triggers and transition tables',
    says: 'are not supported',
    page: yugabyte.differences,
    pattern: /\bconstraint trigger\b|\breferencing (old|new) table\b/,
  },
  {
    engine: 'YugabyteDB',
    construct: 'GiST, BRIN and SP-GiST indexes',
    says: 'are not supported',
    page: yugabyte.differences,
    pattern: /\busing (gist|brin|spgist)\b/,
    bank: 'makes an ordinary index there (`server/src/postgres/engine.ts`), which each transfer writes',
    uses: ['server/migrations/0055-listed-transactions.sql'],
  },
  {
    engine: 'YugabyteDB',
    construct: 'GIN indexes of several columns',
    says: 'are not supported',
    page: yugabyte.compatibility,
    pattern: /\busing gin \([^;]*,/,
  },
  {
    engine: 'YugabyteDB',
    construct: 'stored generated columns',
    says: 'since 2025.1',
    page: yugabyte.differences,
    pattern: /\bgenerated always as \(/,
  },
  {
    engine: 'YugabyteDB',
    construct: '`listen` and `notify`',
    says: 'do nothing',
    page: yugabyte.differences,
    pattern: /^\s*(un)?listen \w+|^\s*notify \w+|\bpg_notify\b/m,
  },
  {
    engine: 'YugabyteDB',
    construct: '`merge`, two-phase commit, unlogged tables, large objects, views with a check option',
    says: 'are not supported, or only since 2024.2 (unlogged tables)',
    page: yugabyte.differences,
    pattern:
      /\bmerge into\b|\bprepare transaction\b|\bunlogged\b|\blo_(create|import|export)\b|\bcheck option\b/,
  },
  {
    engine: 'YugabyteDB',
    construct: 'SQL/JSON functions and `any_value`',
    says: 'are not supported',
    page: yugabyte.differences,
    pattern: /\bjson_(query|value|exists|table|array|object|arrayagg|objectagg)\b|\bis json\b|\bany_value\(/,
  },
  {
    engine: 'YugabyteDB',
    construct: '`alter type`, conversions, access methods',
    says: 'are not supported',
    page: yugabyte.compatibility,
    pattern: /\balter type\b|\bcreate (conversion|access method)\b/,
  },
  {
    engine: 'YugabyteDB',
    construct: 'XML functions, `%type`',
    says: 'are not supported',
    page: yugabyte.differences,
    pattern: /\bxml(parse|concat|agg|element|forest|table|serialize)\b|\bxpath\(|%(row)?type\b/,
  },
  {
    engine: 'CockroachDB',
    construct: 'triggers for each statement',
    says: 'are not supported, nor are triggers of `truncate`',
    page: cockroach.limitations,
    pattern: /\bfor each statement\b|\bor truncate on\b/,
    bank: 'refuses to start: the books would not be protected from being edited',
    uses: [
      'server/migrations/0001-books.sql',
      'server/migrations/0002-people.sql',
      'server/migrations/0015-idle-changes.sql',
      'server/migrations/0018-security-events.sql',
      'server/migrations/0021-keys.sql',
      'server/migrations/0029-references-for-payees.sql',
      'server/migrations/0031-what-waits.sql',
      'server/migrations/0042-kinds.sql',
      'server/migrations/0056-reasons.sql',
    ],
  },
  {
    engine: 'CockroachDB',
    construct: 'triggers of `update` with a list of columns',
    says: 'are not supported',
    page: cockroach.limitations,
    pattern: /\b(before|after|or) update of\b/,
    bank: 'refuses to start: the facts of a transaction would not be protected',
    uses: ['server/migrations/0001-books.sql', 'server/migrations/0042-kinds.sql'],
  },
  {
    engine: 'CockroachDB',
    construct: 'privileges on columns',
    says: 'are not supported',
    page: cockroach.compatibility,
    pattern: /\bgrant (select|insert|update) \(/,
    bank: 'refuses to start: the program’s login could change more than a status',
    uses: [
      'server/migrations/0003-role.sql',
      'server/migrations/0023-profile-and-email-changes.sql',
      'server/migrations/0026-pending-registrations.sql',
      'server/migrations/0033-pots.sql',
      'server/migrations/0036-answered-support-messages.sql',
      'server/migrations/0043-orders.sql',
      'server/migrations/0050-email-links.sql',
    ],
  },
  {
    engine: 'CockroachDB',
    construct: 'schema changes in a transaction',
    says: 'are not atomic, and by default commit the transaction before them (`autocommit_before_ddl`)',
    page: cockroach.schemaChanges,
    bank: 'refuses to start: a migration and its record must be committed together',
  },
  {
    engine: 'CockroachDB',
    construct: '`execute` and `perform` in PL/pgSQL',
    says: 'are not supported',
    page: cockroach.limitations,
    pattern: /\bexecute (format\(|')|^\s*perform \w/m,
    bank: 'refuses to start: the migration that creates the role `bank_app` fails',
    uses: ['server/migrations/0003-role.sql'],
  },
  {
    engine: 'CockroachDB',
    construct: 'own functions in an index',
    says: 'are not supported',
    page: cockroach.limitations,
    pattern: /\bcreate index[^;]*\b(pieces_of|folded)\(/,
    bank: 'refuses to start: the administrators’ search has no index',
    uses: ['server/migrations/0011-email-search.sql', 'server/migrations/0030-find-users.sql'],
  },
  {
    engine: 'CockroachDB',
    construct: 'read committed',
    says: 'is there; where `sql.txn.read_committed_isolation.enabled` is off it is serializable, with many more 40001',
    page: cockroach.isolation,
    bank: 'asks for it in each batch, and repeats a batch after a 40001',
  },
  {
    engine: 'CockroachDB',
    construct: '`for no key update`',
    says: 'is an alias of `for update`: it also makes the checks of foreign keys wait',
    page: cockroach.locks,
    pattern: /\bfor no key update\b/,
    bank: 'needs a lock of at least this strength',
    uses: [
      'server/src/accounts/account.ts',
      'server/src/admin/holds/hold.ts',
      'server/src/books/rows/ledger-accounts.ts',
      'server/src/books/rows/senders.ts',
      'server/src/guards/guard.ts',
      'server/src/pins/pin.ts',
      'server/src/pots/pot.ts',
      'server/src/support/support-message.ts',
      'server/src/two-factor/authenticator.ts',
      'server/src/users/profile.ts',
      'server/src/users/role.ts',
      'server/src/users/user.ts',
    ],
  },
  {
    engine: 'CockroachDB',
    construct: 'division of integers',
    says: 'returns a decimal',
    page: cockroach.compatibility,
    pattern: /[\w)] \/ [\d(]/,
    bank: 'divides only by zero, on purpose, to fail a batch that wrote too little',
    uses: [
      'server/src/books/rows/guards.ts',
      'server/src/books/rows/ledger-accounts.ts',
      'server/src/books/rows/transactions.ts',
    ],
  },
  {
    engine: 'CockroachDB',
    construct: '`on conflict do update`',
    says: 'does not check the row that was to be inserted, only the one that is stored',
    page: cockroach.compatibility,
    pattern: /\bon conflict[^;]*\bdo update\b/,
    bank: 'relies on the checks of the row that is stored',
    uses: [
      'server/src/gateway/balances/told-balance.ts',
      'server/src/beneficiaries/beneficiary.ts',
      'server/src/books/rows/paid-beneficiaries.ts',
      'server/src/guards/paid-beneficiary.ts',
      'server/src/jobs/job-report.ts',
      'server/src/mail-notices/mail-notice.ts',
      'server/src/orders/order.ts',
      'server/src/password-resets/password-reset.ts',
      'server/src/pins/pin.ts',
      'server/src/sessions/attempts.ts',
      'server/src/storage/stored-value.ts',
      'server/src/transaction-list/listing-progress.ts',
      'server/src/transactions/note.ts',
      'server/src/transfers/payee-checks.ts',
      'server/src/two-factor/authenticator.ts',
    ],
  },
  {
    engine: 'CockroachDB',
    construct: 'settings of PostgreSQL’s planner and of its commits',
    says: 'are not among its variables, but for `plan_cache_mode` and the timeouts',
    page: cockroach.settings,
    pattern:
      /\bset local (?!lock_timeout|statement_timeout)\w+|\bset_config\('(?!lock_timeout|statement_timeout)/,
    bank: 'sends the planner’s settings only where the server knows them; `synchronous_commit` is sent always',
    uses: ['server/src/gateway/balances/told-balance.ts', 'server/src/postgres/while-held.ts'],
  },
  {
    engine: 'CockroachDB',
    construct: 'the order of nulls',
    says: 'comes first by default (`null_ordered_last`)',
    page: cockroach.limitations,
    bank: 'leaves it to the server: a list by a column that may be null would start with these rows',
  },
  {
    engine: 'CockroachDB',
    construct: 'two changes of one table in one statement',
    says: 'are refused',
    page: cockroach.limitations,
    pattern:
      /\b(?:update|delete from|insert into) (?!set\b|of\b)(\w+)\b[^;]*[()]\s*(?:update|delete from|insert into) \1\b/,
    bank: 'refuses to start: a sign-in clears its wrong attempts so; the books change no table twice in a statement',
    uses: ['server/src/sessions/attempts.ts'],
  },
  {
    engine: 'CockroachDB',
    ...advisoryLocks,
    says: 'are not supported; some of the functions do nothing',
    page: cockroach.compatibility,
  },
  {
    engine: 'CockroachDB',
    construct: 'events, XML functions, two-phase commit, foreign data wrappers',
    says: 'are not supported',
    page: cockroach.compatibility,
    pattern:
      /^\s*(un)?listen \w+|^\s*notify \w+|\bpg_notify\b|\bxml(parse|concat|agg|element|forest|table|serialize)\b|\bprepare transaction\b|\bforeign data wrapper\b/m,
  },
  {
    engine: 'CockroachDB',
    construct: 'domains and range types',
    says: 'are not supported',
    page: cockroach.compatibility,
    pattern: /\bcreate domain\b|\b(int4|int8|num|ts|tstz|date)(multi)?range\b/,
  },
  {
    engine: 'CockroachDB',
    construct: 'cursors that scroll, binary cursors, cursors `for update`',
    says: 'are not supported',
    page: cockroach.limitations,
    pattern: /\bdeclare \S+ (binary|scroll)\b/,
  },
  {
    engine: 'CockroachDB',
    construct: 'transition tables, `%type`, a query in a `for` loop',
    says: 'are not supported in functions',
    page: cockroach.limitations,
    pattern: /\breferencing (old|new) table\b|%(row)?type\b|\bforeach \w+ in\b/,
  },
]
