import { openBooks } from '../src/books/books.ts'
import type { Instruction } from '../src/books/instruction.ts'
import { openDatabase } from '../src/postgres/database.ts'
import type { DatabaseAddress } from '../src/postgres/database-address.ts'
import { pinKey } from './books-people.ts'
import { type Answer, openWitnessedLane } from './witnessed-lane.ts'

// A separate process with one lane, which submits the work of its parent and sends back the outcomes.

/** Work for a lane: the instructions of a group are submitted together, and the next group after their answers. */
export type Work = {
  readonly address: DatabaseAddress
  readonly groups: readonly (readonly Instruction[])[]
  readonly timeoutFactor: number
}

process.once('message', async ({ address, groups, timeoutFactor }: Work) => {
  const db = await openDatabase(address, { allowsDataLoss: true, timeoutFactor })
  const lane = await openWitnessedLane((clock) =>
    openBooks({ db, pinKey, timeoutFactor, clock, isStriped: false }),
  )
  const answers: Answer[] = []
  for (const group of groups) answers.push(...(await lane.submitAll(group)))
  await lane.close()
  await db.end()
  process.send?.(answers)
  process.disconnect()
})
