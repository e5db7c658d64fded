import type { Database } from './database.ts'
import { openPipelinedConnection, type Statement } from './pipelined-connection.ts'

// After a truncate the table has a new, empty file, so that each page must be added to it: a commit into free space of existing
// pages would succeed on a full disk. When it fails, the rollback gives the pages back.
const empty: Statement = { name: 'empty-growth-probe', text: 'truncate growth_probe' }
// 1 MB: about as much as the largest batch of the books adds to its tables and indexes.
const fill: Statement = {
  name: 'fill-growth-probe',
  text: 'insert into growth_probe (number) select generate_series(1, 30000)',
}

/**
 * Commits a megabyte of rows that need new space, on a new connection, as a lane does that has lost its own. Throws when the
 * database cannot be reached, is full or takes no commit. The space is used again by the next call.
 */
export async function tryToGrow(db: Database): Promise<void> {
  const connection = await openPipelinedConnection(db, {
    settings: {},
    statements: [empty, fill],
    answerMillisecondsMax: 4_000,
    lost() {},
  })
  try {
    await connection.ask([
      { statement: empty, values: [] },
      { statement: fill, values: [] },
    ])
  } finally {
    void connection.end()
  }
}
