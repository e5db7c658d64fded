import type { Chance } from './chance.ts'
import { type Lockable, newHolder } from './locks.ts'
import { guardedUser, modelCustomers, modelPots } from './model-bank.ts'
import { type Network, sleepOn } from './model-connection.ts'
import { type Change, changeOf } from './model-database.ts'
import type { SimulatedProcess } from './simulated-process.ts'

/** Kills, replaces and stops processes, changes clocks, deactivates, freezes and closes accounts, holds money and recovers a PIN while clients send money. */
export async function disturb(
  network: Network,
  chance: Chance,
  {
    running,
    start,
    stop,
    clock,
    moveClock,
  }: {
    /** The processes that take requests. One that ends is replaced. */
    readonly running: SimulatedProcess[]
    readonly start: () => Promise<SimulatedProcess>
    /** Stops a process after its open requests. */
    readonly stop: (process: SimulatedProcess) => void
    /** Milliseconds since 1970. */
    readonly clock: () => number
    readonly moveClock: (milliseconds: number) => void
  },
): Promise<void> {
  if (chance.happens(0.3)) recoverPin(network, clock)
  if (chance.happens(0.5)) network.timeline.after(20 * chance.next(), () => hold(network, chance))
  for (let times = chance.below(4); times > 0; times--) {
    await sleepOn(network, chance.oneOf([5, 50, 1_000]) * chance.next())
    const index = chance.below(running.length)
    const process = running[index]!
    switch (chance.below(6)) {
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
      case 3:
        closeOrReopen(network, chance)
        break
      case 4:
        recoverPin(network, clock)
        break
      default:
        changeActivation(network, chance)
    }
  }
}

/** Activates, deactivates or freezes as the bank does: what holds for a customer's main account under the locks of all their accounts. */
function changeActivation({ timeline, database }: Network, chance: Chance): void {
  const { userId, accountId } = chance.oneOf(modelCustomers)
  const holder = newHolder()
  const flag = chance.happens(0.5)
  const milliseconds = chance.oneOf([1, 100, 2_500])
  const account = database.tables.accounts.get(String(accountId))!
  const changed = account.is_main && chance.happens(0.5) ? { is_frozen: flag } : { is_active: flag }
  const locked = [...database.tables.accounts.values()]
    .filter((each) => each === account || (account.is_main && each.user_id === userId))
    .map(({ id }) => String(id))
    .toSorted()
  // In the order of the books. One that is refused a lock gives up, and changes nothing.
  function lockNext(): void {
    const key = locked.pop()
    if (key === undefined) {
      timeline.after(milliseconds, () => {
        database.commit([changeOf('accounts', { id: accountId, user_id: userId, ...changed })])
        database.locks.release(holder)
      })
      return
    }
    const giveUp = () => database.locks.release(holder)
    if (database.locks.acquire(holder, { table: 'ledger_accounts', key }, lockNext, giveUp)) lockNext()
  }
  lockNext()
}

/** Closes a customer's account or pot under its lock, or opens it again. */
function closeOrReopen(network: Network, chance: Chance): void {
  const accounts = [...modelCustomers, ...modelPots.map(({ id: accountId }) => ({ accountId }))]
  const { accountId: id } = chance.oneOf(accounts)
  const row = { table: 'ledger_accounts', key: String(id) } as const
  underLock(network, row, chance.oneOf([1, 100]), () => {
    return changeOf('ledger_accounts', { id, is_closed: chance.happens(0.7) })
  })
}

/** Holds a part of what is on each customer's account, under its lock, or lifts what is held. */
function hold(network: Network, chance: Chance): void {
  const { ledger_accounts } = network.database.tables
  for (const [key, { floor_minor }] of ledger_accounts) {
    if (floor_minor === null) continue
    underLock(network, { table: 'ledger_accounts', key }, chance.oneOf([1, 100]), () => {
      const { id, balance_minor } = ledger_accounts.get(key)!
      const heldMinor = (balance_minor as bigint) / chance.oneOf([1n, 2n, 1_000_000n])
      return changeOf('ledger_accounts', { id, held_minor: heldMinor })
    })
  }
}

/** Begins the 24 hours of the limit after a recovered PIN, under the lock of the PIN. */
function recoverPin(network: Network, clock: () => number): void {
  underLock(network, { table: 'pins', key: guardedUser }, 1, () => {
    const limit = { recovery_until_ms: BigInt(clock() + 86_400_000), recovery_sent: 0n }
    return changeOf('guards', { user_id: guardedUser, currency: 'USD', ...limit })
  })
}

/** Locks a row, changes something after a time, and releases the row. One that is refused the lock gives up, and changes nothing. */
function underLock(
  { timeline, database }: Network,
  row: Lockable,
  milliseconds: number,
  changed: () => Change,
): void {
  const holder = newHolder()
  const change = () =>
    timeline.after(milliseconds, () => {
      database.commit([changed()])
      database.locks.release(holder)
    })
  if (database.locks.acquire(holder, row, change, () => {})) change()
}
