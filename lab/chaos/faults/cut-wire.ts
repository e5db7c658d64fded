import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../until.ts'
import type { Trouble } from '../wire.ts'
import type { Fault } from './fault.ts'

/** F5: the network between the second process and the database fails in one of several ways. */
export const cutWire: Fault = {
  name: 'network cut',
  id: 'F5',
  async inject({ wire }, { chance, millisecondsMax }) {
    const troubles: readonly Trouble[] = [
      { kind: 'reset' },
      { kind: 'black hole' },
      { kind: 'one way' },
      { kind: 'half open' },
      { kind: 'lossy', isLost: () => Math.random() < 0.5 },
    ]
    const trouble = chance.pick(troubles)
    wire.set(trouble)
    if (trouble.kind === 'reset') wire.resetAll()
    await wait(chance.between(300, millisecondsMax))
  },
}

/** F6: PostgreSQL has committed, and the connection breaks before the answer arrives. */
export const loseCommitAnswers: Fault = {
  name: 'answer to a commit lost',
  id: 'F6',
  async inject({ wire }, { millisecondsMax }) {
    const before = wire.commitAnswersLost()
    wire.set({ kind: 'lost commits', most: 3 })
    await until(() => wire.commitAnswersLost() >= before + 3, { milliseconds: millisecondsMax })
    return wire.commitAnswersLost() - before
  },
}

/** F7: every message is delayed by a random time. */
export const slowWire: Fault = {
  name: 'slow database',
  id: 'F7',
  async inject({ wire }, { chance, millisecondsMax }) {
    const least = chance.pick([50, 200, 1_000])
    wire.set({ kind: 'slow', milliseconds: () => least + Math.random() * least * 4 })
    await wait(chance.between(500, millisecondsMax))
  },
}
