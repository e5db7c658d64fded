import type { Chance } from './chance.ts'
import { newHolder } from './locks.ts'
import { modelCustomers } from './model-bank.ts'
import type { Network } from './model-connection.ts'
import { changeOf } from './model-database.ts'
import type { SimulatedProcess } from './simulated-process.ts'

/** Kills, replaces and stops processes, changes clocks and deactivates accounts while clients send money. */
export async function disturb(
  network: Network,
  chance: Chance,
  {
    running,
    start,
    stop,
    moveClock,
    sleep,
  }: {
    /** The processes that take requests. One that ends is replaced. */
    readonly running: SimulatedProcess[]
    readonly start: () => Promise<SimulatedProcess>
    /** Stops a process after its open requests. */
    readonly stop: (process: SimulatedProcess) => void
    readonly moveClock: (milliseconds: number) => void
    readonly sleep: (milliseconds: number) => Promise<void>
  },
): Promise<void> {
  for (let times = chance.below(4); times > 0; times--) {
    await sleep(chance.oneOf([5, 50, 1_000]) * chance.next())
    const index = chance.below(running.length)
    const process = running[index]!
    switch (chance.below(4)) {
      case 0:
        process.kill()
        running[index] = await start()
        break
      case 1:
        running[index] = await start()
        stop(process)
        break
      case 2:
        moveClock(chance.oneOf([-3_600_000, -10, 86_400_000]))
        break
      default:
        changeActivation(network, chance)
    }
  }
}

/** Activates or deactivates a customer's account under the lock of its ledger account, as the bank does. */
function changeActivation({ timeline, database }: Network, chance: Chance): void {
  const { userId, accountId } = chance.oneOf(modelCustomers)
  const holder = newHolder()
  const isActive = chance.happens(0.5)
  const milliseconds = chance.oneOf([1, 100, 2_500])
  const change = () =>
    timeline.after(milliseconds, () => {
      database.commit([changeOf('accounts', { user_id: userId, is_active: isActive })])
      database.locks.release(holder)
    })
  const row = { table: 'ledger_accounts', key: String(accountId) } as const
  if (database.locks.acquire(holder, row, change, () => {})) change()
}
