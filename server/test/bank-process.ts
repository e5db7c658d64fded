import { openBank } from '../src/bank.ts'
import type { Config } from '../src/config/config.ts'
import { openHttp } from '../src/http/server.ts'
import { openDatabase } from '../src/postgres/database.ts'
import type { DatabaseAddress } from '../src/postgres/database-address.ts'
import { listenOnLoopback } from './live.ts'

// A separate process with a listening bank. Its parent sends the database's address and the time, and it sends back its own
// address.

/** A message of the parent: first with everything, later only with the time. */
export type ParentMessage = { readonly opening?: Opening; readonly now: number }
type Opening = { readonly databaseAddress: DatabaseAddress; readonly config: Config }

let now = 0

process.on('message', async (said: ParentMessage) => {
  now = said.now
  if (!said.opening) return
  const { databaseAddress, config } = said.opening
  const db = await openDatabase(databaseAddress, { allowsDataLoss: true })
  const bank = await openBank({ config, db, clock: () => now })
  const app = await openHttp(bank)
  process.once('disconnect', async () => {
    await app.close()
    await bank.close()
    await db.end()
  })
  process.send?.(await listenOnLoopback(app))
})
