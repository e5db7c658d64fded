import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorFields } from '../http/ops/log.ts'
import type { PublicConfig } from './public-config.ts'
import { openWorkerOnDemand } from './worker-on-demand.ts'

/** The first view of a page as HTML, and the state it was rendered from, as JSON. A visitor's has no state. */
export type RenderedPage = { readonly html: string; readonly state: string }

/** A page to be rendered, and where its questions and its result go. */
export type RenderJob = {
  readonly address: string
  readonly isForVisitor: boolean
  readonly port: MessagePort
}

/** What the thread says about a job: a question to the bank, or its result. */
export type FromThread =
  | { readonly question: string; readonly number: number }
  | { readonly rendered: RenderedPage | null }
  /** The bank refused something, which is for the browser to show. */
  | { readonly refused: true }
  | { readonly failure: Error }

/** What the bank answers to a question. */
export type ToThread = {
  readonly number: number
  readonly status: number
  readonly type: string
  readonly body: string
}

/** Both give undefined when nobody is signed in, something is refused, or rendering fails or takes too long. */
export type PageRenderer = {
  /** The page that a signed-in user asks for, from the bank's own answers to this user. */
  readonly forUser: (request: FastifyRequest) => Promise<RenderedPage | undefined>
  /** The page as every visitor sees it, which is rendered once. */
  readonly forVisitor: (path: string) => Promise<string | undefined>
}

type Settings = {
  /** Where the built web app is. */
  readonly directory: string
  readonly config: PublicConfig
  /** How long a user's page is waited for, the start of the thread included. Then the browser renders it. */
  readonly timeoutMs: number
}

type Ask = (question: string) => Promise<Omit<ToThread, 'number'>>

/** Pages that may be late in a row before the thread is taken for stuck. */
const lateMax = 3
/** More at a time would wait too long, and their questions would keep the bank from its books. */
const jobsMax = 8
/** After a failure nothing is rendered for this time: a bank in trouble has one load less. */
const pauseMs = 10_000
const idleMs = 5 * 60_000
/** A page needs a few megabytes, the code of the screens about thirty. */
const megabytesMax = 64
/** A visitor's page is waited for once in the life of the program, on a machine that may be busy starting. */
const visitorTimeoutMs = 5_000

/** Opens what renders pages, in a thread beside the books. */
export function openPageRenderer(
  app: FastifyInstance,
  { directory, config, timeoutMs }: Settings,
): PageRenderer {
  const module = join(directory, 'renderer/render.js')
  const isBuilt = existsSync(module)
  const visitorPages = new Map<string, Promise<string | undefined>>()
  let lateInARow = 0
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
    // A page that is under way while the bank closes is sent without its first view.
    if (isClosed) return
    pausedUntil = Date.now() + pauseMs
    // The next thread has to start first, and may be late for that.
    lateInARow = 0
    app.log.error(errorFields(error), 'a page could not be rendered')
    void worker.stop()
  }

  async function render(job: Omit<RenderJob, 'port'>, ask: Ask, waitMs: number) {
    if (!isBuilt || isClosed || worker.uses() >= jobsMax || Date.now() < pausedUntil) return undefined
    try {
      const rendered = await worker.use((thread) => renderIn(thread, job, ask, waitMs))
      lateInARow = rendered === 'late' ? lateInARow + 1 : 0
      if (lateInARow >= lateMax) throw new Error('pages are rendered too slowly')
      return rendered === 'late' ? undefined : rendered
    } catch (error) {
      pause(error)
      return undefined
    }
  }

  app.addHook('onClose', () => {
    isClosed = true
    return worker.stop()
  })
  return {
    async forUser(request) {
      // The caller has hung up.
      if (!request.socket.remoteAddress) return undefined
      return render({ address: request.url, isForVisitor: false }, askAs(app, request), timeoutMs)
    },
    async forVisitor(path) {
      let page = visitorPages.get(path)
      if (!page) {
        page = render({ address: path, isForVisitor: true }, askNothing, visitorTimeoutMs).then(
          (rendered) => {
            if (!rendered) visitorPages.delete(path)
            return rendered?.html
          },
        )
        visitorPages.set(path, page)
      }
      return page
    },
  }
}

function renderIn(
  thread: Worker,
  job: Omit<RenderJob, 'port'>,
  ask: Ask,
  waitMs: number,
): Promise<RenderedPage | undefined | 'late'> {
  const { port1: ours, port2: port } = new MessageChannel()
  let timeout: NodeJS.Timeout
  return new Promise<RenderedPage | undefined | 'late'>((resolve, reject) => {
    timeout = setTimeout(resolve, waitMs, 'late')
    ours.on('message', (message: FromThread) => {
      if ('failure' in message) return reject(message.failure)
      if ('refused' in message) return resolve(undefined)
      if ('rendered' in message) return resolve(message.rendered ?? undefined)
      const { question, number } = message
      ask(question).then((answer) => ours.postMessage({ number, ...answer } satisfies ToThread), reject)
    })
    // The thread has ended.
    ours.on('close', () => resolve(undefined))
    thread.postMessage({ ...job, port } satisfies RenderJob, [port])
  }).finally(() => {
    clearTimeout(timeout)
    ours.close()
  })
}

/** Who the user is, and where the request comes from. */
const passedOn = ['cookie', 'host', 'user-agent', 'forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** Asks the bank's own routes as the user who asks for a page: the same session, rights, limits and answers. */
function askAs(app: FastifyInstance, { headers: sent, socket }: FastifyRequest): Ask {
  // Read now: a user who hangs up meanwhile has none any more, and would be taken for a caller on this machine.
  const { remoteAddress = '' } = socket
  const headers = Object.fromEntries(passedOn.flatMap((name) => (sent[name] ? [[name, sent[name]]] : [])))
  return async (url) => {
    const answer = await app.inject({ method: 'GET', url, headers, remoteAddress })
    return { status: answer.statusCode, type: String(answer.headers['content-type']), body: answer.body }
  }
}

async function askNothing(question: string): Promise<never> {
  throw new Error(`a visitor's page asks for ${question}`)
}
