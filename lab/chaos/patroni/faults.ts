import { setTimeout as wait } from 'node:timers/promises'
import type { Fault, FaultContext } from '../faults/fault.ts'
import { freeze, signalIfThere } from '../faults/signal.ts'
import { expectSoon, until } from '../until.ts'
import type { Work } from '../workload.ts'
import type { PatroniCluster } from './cluster.ts'

// Longer than the `ttl` of 20 s in deploy/patroni/patroni.yml, so that another member takes over.
const takeoverMilliseconds = 30_000

/** F20: all processes of the leader's machine are killed at one instant, and start again when another has taken over. */
const loseLeader = faultOf('leader lost', 'F20', async ({ leader }) => {
  await (await leader()).kill()
  await wait(takeoverMilliseconds)
})

/** F20: all processes of the leader's machine are killed at one instant, and start again at once. */
const restartLeader = faultOf('leader killed and restarted', 'F20', async ({ leader }) =>
  (await leader()).kill(),
)

/** F24: an operator asks for another leader. */
const switchOver = faultOf('switchover', 'F24', async ({ leader }) => {
  const { name, ask } = await leader()
  await ask('patroni', '/switchover', { method: 'POST', body: { leader: name }, timeout: 20_000 })
  await expectSoon('the leader stays', async () => (await leader()).name !== name)
})

/** F20: the leader's PostgreSQL is killed. Patroni starts it again, or another member takes over. */
const killPostgres = faultOf('PostgreSQL of the leader killed', 'F20', async ({ leader }) => {
  for (const pid of (await leader()).postgres()) signalIfThere(pid, 'SIGKILL')
})

/** F20: the leader's Patroni is killed, and its PostgreSQL runs on while another member takes over. */
const killPatroni = faultOf('Patroni of the leader killed', 'F20', async ({ leader }) => {
  const { patroni } = await leader()
  patroni.signal('SIGKILL')
  await wait(takeoverMilliseconds)
})

/** F21: the leader's machine is frozen until another has taken over, and continues as if nothing had happened. */
const freezeLeader = faultOf('leader frozen', 'F21', async ({ leader }) =>
  freeze((await leader()).processes(), takeoverMilliseconds),
)

/** F21: only the leader's Patroni is frozen, and its PostgreSQL runs on while another member takes over. */
const freezePatroni = faultOf('Patroni of the leader frozen', 'F21', async ({ leader }) =>
  freeze([(await leader()).patroni.pid()!], takeoverMilliseconds),
)

/** F21: a standby is frozen, half of the time the one that commits wait for. */
const freezeStandby = faultOf(
  'standby frozen',
  'F21',
  async ({ leader, members }, { chance, millisecondsMax }) => {
    const leading = await leader()
    const standby = chance.pick(members.filter((member) => member !== leading))
    await freeze(standby.processes(), chance.between(1_000, millisecondsMax))
  },
)

/** F22: one, two or all of etcd's members are frozen, longer than the leader's key lasts. The primary goes on. */
const freezeEtcd = faultOf('etcd frozen', 'F22', async ({ members }, { chance }) => {
  const some = chance.shuffled(members).slice(0, chance.pick([1, 2, 2, 3, 3]))
  await freeze(
    some.map(({ etcd }) => etcd.pid()!),
    takeoverMilliseconds,
  )
})

/** F22: all of etcd's members are killed, and start again. */
const killEtcd = faultOf('etcd killed', 'F22', async ({ members }, { chance, millisecondsMax }) => {
  for (const { etcd } of members) etcd.signal('SIGKILL')
  await wait(chance.below(millisecondsMax))
})

/** F23: the leader's machine is disconnected from all others until one of them has taken over. */
const disconnectLeader = disconnectionOf('leader disconnected', async ({ leader, members }) => ({
  member: members.indexOf(await leader()),
  milliseconds: takeoverMilliseconds,
}))

/** F23: the machine of a standby is disconnected from all others. */
const disconnectStandby = disconnectionOf(
  'standby disconnected',
  async ({ leader, members }, { chance, millisecondsMax }) => ({
    member: (members.indexOf(await leader()) + chance.between(1, 2)) % members.length,
    milliseconds: chance.between(1_000, millisecondsMax),
  }),
)

/** Each fault of a Patroni cluster with its count in a round. */
export const patroniFaults: [Fault, number][] = [
  [loseLeader, 10],
  [switchOver, 4],
  [freezeLeader, 2],
  [freezeEtcd, 2],
  [freezePatroni, 2],
  [disconnectLeader, 3],
  [disconnectStandby, 2],
  [killPostgres, 2],
  [killPatroni, 2],
  [restartLeader, 1],
  [freezeStandby, 2],
  [killEtcd, 1],
]

/** A fault that ends when the cluster is whole and a transfer was acknowledged after it. */
function faultOf(
  name: string,
  id: string,
  act: (cluster: PatroniCluster, context: FaultContext) => Promise<void>,
): Fault {
  return {
    name,
    id,
    async inject({ patroni }, context) {
      if (patroni === undefined) return 0
      const gap = await longestGap(context.work, async () => {
        await act(patroni, context)
        await patroni.untilWhole()
      })
      context.noteOutage(gap)
    },
  }
}

/** A fault that disconnects a member for a time, during which no two members are primaries. */
function disconnectionOf(
  name: string,
  choose: (
    cluster: PatroniCluster,
    context: FaultContext,
  ) => Promise<{ member: number; milliseconds: number }>,
): Fault {
  return faultOf(name, 'F23', async (cluster, context) => {
    const { member, milliseconds } = await choose(cluster, context)
    cluster.network.setConnected(member, false)
    const primaries = () => cluster.members.filter((each) => each.isPrimary())
    const two = await until(() => primaries().length > 1, { milliseconds, pauseMilliseconds: 200 })
    cluster.network.setConnected(member, true)
    if (two) throw new Error(`${name}: ${primaries().map((each) => each.name)} are primaries at once.`)
  })
}

/** The longest time in seconds without an acknowledged transfer, from the start of `act` until the first one after it. */
async function longestGap({ acknowledged }: Work, act: () => Promise<void>): Promise<number> {
  let last = performance.now()
  let longest = 0
  let seen = acknowledged.transfer
  const timer = setInterval(() => {
    if (acknowledged.transfer === seen) return
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    seen = acknowledged.transfer
  }, 10)
  try {
    await act()
    const before = seen
    await until(() => seen !== before)
  } finally {
    clearInterval(timer)
  }
  return Math.max(longest, performance.now() - last) / 1_000
}
