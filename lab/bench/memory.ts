import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pageList } from '@bank/contract/pages'
import type { Options } from './arguments.ts'
import { startBank } from './bank-process.ts'
import { type Findings, figure, percent, tableOf, whole } from './report.ts'
import { bankCost, bankMegabytes, checkpoint, measureRound, openScene, type Round } from './scene.ts'
import type { Customer } from './seed.ts'

/** What one thread of the bank holds, in bytes. */
export type MemorySample = {
  /** 0 is the main thread. */
  readonly thread: number
  readonly heapUsed: number
  /** What V8 has reserved for the heap, used or not. */
  readonly heapTotal: number
  /** What objects of the heap hold outside of it, array buffers included. */
  readonly external: number
  readonly arrayBuffers: number
}

const transferConnections = [64, 256]
// As many pages as the bank renders at the same time.
const pageConnections = 8

type MemoryRound = Round & {
  readonly connections: number
  /** 0 with transfers alone. */
  readonly pageConnections: number
  readonly seconds: number
  readonly pages: OpenedPages
  readonly samples: readonly MemorySample[]
}

/** `rendered`: those with a first view from the server; the others are shells. */
type OpenedPages = { readonly opened: number; readonly rendered: number }

/**
 * Measures the bank's memory at full load: first with transfers alone, then with customers who open pages meanwhile. One process
 * for all rounds, because a process keeps memory that it once used.
 */
export async function measureMemory(
  { seconds, rounds }: Options,
  cleanup: AsyncDisposableStack,
): Promise<Findings> {
  const scene = await openScene(cleanup)
  // Fills Node's compile cache: a process that compiles all of the program keeps some 25 MB more.
  await openPage(`${scene.bank.address}/dashboard`, scene.customers[0]!.token)
  await scene.bank.stop()
  const samples = openSamples(cleanup)
  const bank = await startBank({ url: scene.database.url, secretKey: scene.secretKey }, cleanup, samples)
  const measured: MemoryRound[] = []
  for (const readers of [0, pageConnections]) {
    for (const connections of transferConnections) {
      for (let round = 1; round <= rounds; round++) {
        await checkpoint(scene.database)
        samples.clear()
        const stopOpening = keepOpeningPages(bank.address, scene.customers, readers)
        const sent = await measureRound({ ...scene, bank }, { connections, seconds })
        const pages = await stopOpening()
        console.log(`${connections} connections, ${pages.opened} pages: ${whole(bankMegabytes(sent))} MB`)
        measured.push({
          ...sent,
          connections,
          pageConnections: readers,
          seconds,
          pages,
          samples: samples.read(),
        })
      }
    }
  }
  return memoryFindings(measured)
}

/** Makes the bank's threads write samples of their memory into a file. */
function openSamples(cleanup: AsyncDisposableStack) {
  const directory = mkdtempSync(join(tmpdir(), 'truepenny-memory-'))
  cleanup.defer(() => rmSync(directory, { recursive: true, force: true }))
  const file = join(directory, 'samples')
  const clear = () => writeFileSync(file, '')
  const read = () => {
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
    return lines.map((line) => JSON.parse(line) as MemorySample)
  }
  const probe = new URL('memory-probe.mjs', import.meta.url)
  return { settings: { NODE_OPTIONS: `--import=${probe}`, MEMORY_SAMPLES: file }, clear, read }
}

/** Opens the customers' pages one after the other on each connection until the returned function is called. */
function keepOpeningPages(
  address: string,
  customers: readonly Customer[],
  connections: number,
): () => Promise<OpenedPages> {
  const paths = pageList.filter(({ start }) => start === 'server-rendered').map(({ path }) => path)
  let opened = 0
  let rendered = 0
  let isOver = false
  const openUntilOver = async () => {
    while (!isOver) {
      const turn = opened++
      // Each customer opens all pages.
      const { token } = customers[Math.floor(turn / paths.length) % customers.length]!
      const html = await openPage(address + paths[turn % paths.length]!, token)
      if (html.includes('<meta name="page-start" content="server-rendered"')) rendered++
    }
  }
  const opening = Promise.all(Array.from({ length: connections }, openUntilOver))
  // The returned function reports a failure.
  opening.catch(() => {})
  return async () => {
    isOver = true
    await opening
    return { opened, rendered }
  }
}

async function openPage(url: string, token: string): Promise<string> {
  const answer = await fetch(url, { headers: { cookie: `sid=${token}`, 'accept-encoding': 'br' } })
  if (answer.status === 200) return await answer.text()
  throw new Error(`${url} was answered with ${answer.status}`)
}

function memoryFindings(measured: readonly MemoryRound[]): Findings {
  const [alone = [], withPages = []] = [0, pageConnections].map((count) =>
    measured.filter((round) => round.pageConnections === count),
  )
  const sum = (read: (pages: OpenedPages) => number) =>
    withPages.reduce((total, { pages }) => total + read(pages), 0)
  const most = (rounds: readonly MemoryRound[]) => Math.max(...rounds.map(bankMegabytes))
  return {
    part: 'memory',
    figures: [
      figure('Memory of the bank under transfers', most(alone), ' MB', { atMost: 250 }),
      figure('Memory of the bank under transfers, with pages open', most(withPages), ' MB', { atMost: 250 }),
      // A bank that is too busy sends shells, which take no memory.
      figure(
        'Share of pages with a first view from the server',
        sum(({ rendered }) => rendered) / sum(({ opened }) => opened),
        '',
        { atLeast: 0.9 },
      ),
    ],
    tables: [memoryTable(measured)],
  }
}

function memoryTable(measured: readonly MemoryRound[]) {
  const onMain = ({ thread }: MemorySample) => thread === 0
  const onOthers = ({ thread }: MemorySample) => thread !== 0
  return tableOf(
    'Memory of the bank in each round',
    measured,
    {
      connections: ({ connections }) => String(connections),
      'transfers/s': ({ perSecond }) => whole(perSecond),
      'bank µs': (round) => whole(bankCost(round)),
      'pages/s': ({ pages, seconds }) => whole(pages.opened / seconds),
      rendered: ({ pages }) => percent(pages.rendered / pages.opened),
      'bank MB': (round) => whole(bankMegabytes(round)),
      'heap used': mostMegabytes(onMain, ({ heapUsed }) => heapUsed),
      'heap total': mostMegabytes(onMain, ({ heapTotal }) => heapTotal),
      external: mostMegabytes(onMain, ({ external }) => external),
      'array buffers': mostMegabytes(onMain, ({ arrayBuffers }) => arrayBuffers),
      workers: ({ samples }) => String(new Set(samples.filter(onOthers).map(({ thread }) => thread)).size),
      'worker heap used': mostMegabytes(onOthers, ({ heapUsed }) => heapUsed),
      'worker heap total': mostMegabytes(onOthers, ({ heapTotal }) => heapTotal),
    },
    'rendered: pages with a first view from the server. bank MB: resident memory of the process, with all threads. heap, external, array buffers: MB of the main thread. workers: its worker threads. Each is the most of any sample in the round.',
  )
}

/** A column: the most that any of these samples of a round has. */
function mostMegabytes(isOne: (sample: MemorySample) => boolean, read: (sample: MemorySample) => number) {
  return ({ samples }: MemoryRound) => {
    const most = samples.filter(isOne).reduce((most, sample) => Math.max(most, read(sample)), 0)
    return whole(most / 1e6)
  }
}
