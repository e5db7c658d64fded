import type { Endpoint } from '@bank/contract/endpoint'
import { type Bank, openBank } from '../src/bank.ts'
import type { Config } from '../src/config/config.ts'
import { openHttp } from '../src/http/server.ts'
import { ask, type Reply, type Sent, type Visitor } from './ask.ts'
import type { TestBank } from './bank.ts'

/** A second bank on the database of a test bank, like another process, with its own settings. */
export type SecondBank = {
  readonly bank: Bank
  /** Sends a request through its routes. `who` is already signed in, or a new visitor. */
  readonly call: <E extends Endpoint>(who: Visitor | null, endpoint: E, sent?: Sent<E>) => Promise<Reply<E>>
  readonly close: () => Promise<void>
}

/** Opens a second bank on the first one's database, under its clock. */
export async function openSecondBank(first: TestBank, settings: Partial<Config>): Promise<SecondBank> {
  const bank = await openBank({
    config: { ...first.bank.config, ...settings },
    db: first.bank.db,
    clock: () => first.clock.now().getTime(),
  })
  const app = await openHttp(bank)
  return {
    bank,
    call: (who, endpoint, sent) => ask(app, who, endpoint, sent),
    close: async () => {
      await app.close()
      await bank.close()
    },
  }
}
