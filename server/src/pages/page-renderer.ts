import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Counter } from 'prom-client'
import { errorFields } from '../http/ops/log.ts'
import type { PublicConfig } from './public-config.ts'
import { openWorkerOnDemand } from './worker-on-demand.ts'

/** The first view of a page as HTML, and its dehydrated state as JSON, which is empty for a visitor. */
export type RenderedPage = { readonly html: string; readonly state: string }

/** A page to be rendered, and the port for its requests and its result. */
export type RenderJob = {
  readonly address: string
  /** The time zone of clock times on a user's page; a visitor's has none. */
  readonly readerZone: string | null
  readonly port: MessagePort
}

/** A message of the thread about a job: a request to the bank's API, or its result. */
export type FromThread =
  | { readonly url: string; readonly number: number }
  | { readonly rendered: RenderedPage | null }
  /** The bank refused a request; the browser shows the refusal. */
  | { readonly refused: true }
  | { readonly failure: Error }

/** The API's answer to a request of the thread. */
export type ToThread = {
  readonly number: number
  readonly status: number
  readonly type: string
  readonly body: string
}

/** Both return undefined when no user is signed in, a request is refused, or rendering fails or takes too long. */
export type PageRenderer = {
  /** The page that a signed-in user requests, rendered from the API's answers to this user. Clock times are those of `readerZone`. */
  readonly forUser: (request: FastifyRequest, readerZone: string) => Promise<RenderedPage | undefined>
  /** The page for visitors, which is rendered once. */
  readonly forVisitor: (path: string) => Promise<string | undefined>
}

type Settings = {
  /** The folder of the built web app. */
  readonly directory: string
  readonly config: PublicConfig
  /** The time limit for a user's page, including the start of the thread. After it the browser renders the page. */
  readonly timeoutMs: number
  /** Counts the pages of users that are left to the browser. */
  readonly unrendered: Counter<'reason'>
}

/** Why a page is left to the browser. */
type Unrendered = 'not built' | 'closing' | 'busy' | 'paused' | 'late' | 'refused' | 'signed out' | 'failed'

/** Sends a GET request to the bank's API. */
type Fetch = (url: string) => Promise<Omit<ToThread, 'number'>>

// After this many late pages in a row the thread counts as stuck.
const lateMax = 3
// More at the same time would be late, and their requests would take time from the books.
const jobsMax = 8
// After a failure nothing is rendered for this time, which relieves an overloaded bank.
const pauseMs = 10_000
const idleMs = 5 * 60_000
// A page needs a few megabytes, the code of the screens about thirty.
const megabytesMax = 64
// Each visitor page is rendered once, on a machine that may be busy starting.
const visitorTimeoutMs = 5_000

/** Opens the renderer of pages, in a worker thread. */
export function openPageRenderer(
  app: FastifyInstance,
  { directory, config, timeoutMs, unrendered }: Settings,
): PageRenderer {
  const module = join(directory, 'renderer/render.js')
  const isBuilt = existsSync(module)
  const late = openLateCount()
  let pausedUntil = 0
  let isClosed = false
  const worker = openWorkerOnDemand({
    file: new URL('./render-thread.ts', import.meta.url),
    workerData: { module: pathToFileURL(module).href, config },
    megabytesMax,
    idleMs,
    onFailure: pause,
  })

  function pause(error: unknown): void {
    // While the bank closes, a page under way is sent without its first view.
    if (isClosed) return
    pausedUntil = Date.now() + pauseMs
    // The first pages of the next thread may be late, because it has to start.
    late.reset()
    app.log.error(errorFields(error), 'a page could not be rendered')
    void worker.stop()
  }

  async function render(
    job: Omit<RenderJob, 'port'>,
    fetch: Fetch,
    timeoutMs: number,
  ): Promise<RenderedPage | Unrendered> {
    if (!isBuilt) return 'not built'
    if (isClosed) return 'closing'
    if (worker.uses() >= jobsMax) return 'busy'
    if (Date.now() < pausedUntil) return 'paused'
    const begunAt = performance.now()
    try {
      const rendered = await worker.use((thread) => renderIn(thread, job, fetch, timeoutMs))
      if (rendered === 'late') late.note(begunAt)
      else late.reset()
      return rendered
    } catch (error) {
      pause(error)
      return 'failed'
    }
  }

  app.addHook('onClose', () => {
    isClosed = true
    return worker.stop()
  })
  return {
    async forUser(request, readerZone) {
      // The caller has disconnected.
      if (!request.socket.remoteAddress) return undefined
      const job = { address: request.url, readerZone }
      const rendered = await render(job, fetchAs(app, request), timeoutMs)
      if (typeof rendered !== 'string') return rendered
      unrendered.inc({ reason: rendered })
      return undefined
    },
    forVisitor: renderOnce((address) =>
      render({ address, readerZone: null }, fetchNothing, visitorTimeoutMs),
    ),
  }
}

/** Keeps the page of each path. One that could not be rendered is rendered again when it is next requested. */
function renderOnce(
  render: (path: string) => Promise<RenderedPage | Unrendered>,
): PageRenderer['forVisitor'] {
  const pages = new Map<string, Promise<string | undefined>>()
  return (path) => {
    const page =
      pages.get(path) ??
      render(path).then((rendered) => {
        if (typeof rendered !== 'string') return rendered.html
        pages.delete(path)
        return undefined
      })
    pages.set(path, page)
    return page
  }
}

/** Counts late pages in a row. Those that were late at the same time count once. */
function openLateCount() {
  let inARow = 0
  let lastAt = 0
  return {
    reset(): void {
      inARow = 0
    },
    /** Throws when too many pages were late. `begunAt` in milliseconds, as `performance.now()` has it. */
    note(begunAt: number): void {
      if (begunAt < lastAt) return
      lastAt = performance.now()
      inARow++
      if (inARow >= lateMax) throw new Error('pages are rendered too slowly')
    },
  }
}

function renderIn(
  thread: Worker,
  job: Omit<RenderJob, 'port'>,
  fetch: Fetch,
  timeoutMs: number,
): Promise<RenderedPage | Unrendered> {
  const { port1: ours, port2: port } = new MessageChannel()
  let timeout: NodeJS.Timeout
  return new Promise<RenderedPage | Unrendered>((resolve, reject) => {
    timeout = setTimeout(resolve, timeoutMs, 'late')
    ours.on('message', (message: FromThread) => {
      if ('failure' in message) return reject(message.failure)
      if ('refused' in message) return resolve('refused')
      if ('rendered' in message) return resolve(message.rendered ?? 'signed out')
      const { url, number } = message
      fetch(url).then((answer) => ours.postMessage({ number, ...answer } satisfies ToThread), reject)
    })
    // The thread has ended.
    ours.on('close', () => resolve('failed'))
    thread.postMessage({ ...job, port } satisfies RenderJob, [port])
  }).finally(() => {
    clearTimeout(timeout)
    ours.close()
  })
}

/** The headers that identify the user and the origin of the request. */
const forwardedHeaders = ['cookie', 'host', 'user-agent', 'forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** Sends requests to the bank's routes as the user who requests the page: with the same session, rights and limits. */
function fetchAs(app: FastifyInstance, { headers: sent, socket }: FastifyRequest): Fetch {
  // Read now: after a disconnect the socket has no address, and the request would count as one from this machine.
  const { remoteAddress = '' } = socket
  const headers = Object.fromEntries(
    forwardedHeaders.flatMap((name) => (sent[name] ? [[name, sent[name]]] : [])),
  )
  return async (url) => {
    const answer = await app.inject({ method: 'GET', url, headers, remoteAddress })
    return { status: answer.statusCode, type: String(answer.headers['content-type']), body: answer.body }
  }
}

async function fetchNothing(url: string): Promise<never> {
  throw new Error(`a visitor's page requests ${url}`)
}
