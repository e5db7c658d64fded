import { setTimeout as wait } from 'node:timers/promises'
import type { Trouble } from '../wire.ts'
import type { FaultAct } from './fault.ts'

/** F5: the network between the second process and the database breaks, in one of the ways that networks do. */
export const cutWire: FaultAct = {
  name: 'network cut',
  id: 'F5',
  async act({ wire }, { chance, longest }) {
    const troubles: readonly Trouble[] = [
      { kind: 'reset' },
      { kind: 'black hole' },
      { kind: 'deaf bank' },
      { kind: 'half open' },
      { kind: 'lossy', happens: () => Math.random() < 0.5 },
    ]
    const trouble = chance.pick(troubles)
    wire.set(trouble)
    if (trouble.kind === 'reset') wire.resetAll()
    await wait(chance.between(300, longest))
    wire.set({ kind: 'none' })
    return 1
  },
}

/** F6: PostgreSQL has committed, and the connection breaks before the bank hears of it. */
export const loseCommitAnswers: FaultAct = {
  name: 'answer to a commit lost',
  id: 'F6',
  async act({ wire }, { longest }) {
    const before = wire.commitAnswersLost()
    const deadline = performance.now() + longest
    wire.set({ kind: 'lost commits', most: 3 })
    while (wire.commitAnswersLost() < before + 3 && performance.now() < deadline) await wait(20)
    wire.set({ kind: 'none' })
    return wire.commitAnswersLost() - before
  },
}

/** F7: everything arrives, late, and not evenly so. */
export const slowWire: FaultAct = {
  name: 'slow database',
  id: 'F7',
  async act({ wire }, { chance, longest }) {
    const least = chance.pick([50, 200, 1_000])
    wire.set({ kind: 'slow', milliseconds: () => least + Math.random() * least * 4 })
    await wait(chance.between(500, longest))
    wire.set({ kind: 'none' })
    return 1
  },
}
