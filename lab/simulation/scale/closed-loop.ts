import { type Customer, transferOut } from '@bank/server/test/books-people'
import type { Chance } from '../chance.ts'
import { modelId, modelInternalAccounts } from '../model-bank.ts'
import type { Timeline } from '../timeline.ts'
import type { Thread } from './machine.ts'
import type { ScaleSetup } from './scale-setup.ts'
import type { ServeTransfer } from './serve-transfers.ts'

// In minor units, as the benchmark's transfers.
const amountMinor = 125n

/** Clients in a closed loop: each sends the next transfer to its process when the last is answered. */
export function openClosedLoop(
  { costs, customers: customerCount, clients, clientMilliseconds }: ScaleSetup,
  {
    timeline,
    chance,
    customers,
    sender,
  }: {
    readonly timeline: Timeline
    readonly chance: Chance
    readonly customers: readonly Customer[]
    /** The thread of the clients; null where their work takes no time. */
    readonly sender: Thread | null
  },
) {
  let ids = 0
  const acknowledged: string[] = []
  const failures: unknown[] = []

  function send(client: number, serve: ServeTransfer): void {
    const customer = customerCount === null ? customers[client]! : chance.oneOf(customers)
    const id = modelId('a', ids++)
    const instruction = transferOut({ internalAccounts: modelInternalAccounts }, customer, amountMinor, {
      id,
    })
    const next = () => {
      acknowledged.push(id)
      sendLater(client, serve)
    }
    serve(
      instruction,
      () => timeline.after(clientMilliseconds, next),
      (error) => failures.push(error),
    )
  }

  function sendLater(client: number, serve: ServeTransfer): void {
    const onWay = () => timeline.after(clientMilliseconds, () => send(client, serve))
    if (sender) sender.run(costs.sender / 1_000, onWay)
    else onWay()
  }

  return {
    /** Starts the clients of a process. `number` counts the processes from 0. */
    start(number: number, serve: ServeTransfer): void {
      for (let client = 0; client < clients; client++) sendLater(number * clients + client, serve)
    },
    answered: () => acknowledged.length,
    /** Throws when a transfer failed, or was acknowledged and is not among the booked ones. */
    requireBooked(booked: ReadonlyMap<string, unknown>): void {
      if (failures.length > 0) throw new Error(`${failures.length} transfers failed: ${failures[0]}`)
      const lost = acknowledged.filter((id) => !booked.has(id))
      if (lost.length > 0) throw new Error(`${lost.length} transfers were acknowledged and are not booked.`)
    },
  }
}
