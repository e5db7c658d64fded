import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MessageChannel, Worker } from 'node:worker_threads'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { faultFields } from '../http/ops/log.ts'
import type { BankForScreens } from './public-config.ts'

/** A page as somebody signed in first sees it, as HTML, and the bank's answers it was drawn from, as JSON. */
export type DrawnPage = { readonly view: string; readonly answers: string }

/** What the thread says of a drawing: a question to the bank, or how it ended. */
export type FromThread =
  | { readonly asked: string; readonly number: number }
  | { readonly drawn: DrawnPage | null }
  /** The bank said no to something, which is for the browser to show. */
  | { readonly refused: true }
  | { readonly fault: Error }

/** What the bank answers to a question. */
export type ToThread = {
  readonly number: number
  readonly status: number
  readonly type: string
  readonly body: string
}

type Studio = {
  /** Where the built web app is. */
  readonly directory: string
  readonly bank: BankForScreens
  /** For how long a page is waited for, the thread's beginning included. Then it is sent as it is without a drawing. */
  readonly patienceMilliseconds: number
}

/** So often in a row a page may be late before the thread is taken for stuck. */
const lateMax = 3
/** So many at a time: more would wait too long, and their questions would keep the bank from its books. */
const atOnceMax = 8
/** After a fault nothing is drawn for so long, so that a bank in trouble has one trouble less. */
const restMilliseconds = 10_000
/** A thread nobody needs is ended, and its memory with it. */
const idleMilliseconds = 5 * 60_000
/** A page needs a few megabytes, the screens' code some thirty. */
const limits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

/**
 * Draws the pages of somebody signed in, in a thread beside the books, from the bank's own answers to who asks for the page.
 * Undefined when nobody is signed in, when something is refused, and when it takes too long or cannot be done.
 */
export function openDrawing(
  app: FastifyInstance,
  { directory, bank, patienceMilliseconds }: Studio,
): (request: FastifyRequest) => Promise<DrawnPage | undefined> {
  const module = join(directory, 'renderer/render.js')
  const isBuilt = existsSync(module)
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let underWay = 0
  let late = 0
  let restsUntil = 0
  let isOver = false

  function open(): Worker {
    const opened = new Worker(new URL('./render-thread.ts', import.meta.url), {
      workerData: { module: pathToFileURL(module).href, bank },
      resourceLimits: limits,
    })
    opened.unref()
    const fall = (error: Error) => opened === thread && rest(error)
    opened.on('error', fall)
    opened.on('exit', () => fall(new Error('the thread that draws pages has ended')))
    return opened
  }

  async function close(): Promise<void> {
    clearTimeout(idle)
    const ending = thread
    thread = undefined
    await ending?.terminate()
  }

  function rest(error: unknown): void {
    // Whoever is drawn for while the bank closes gets the page all the same.
    if (isOver) return
    restsUntil = Date.now() + restMilliseconds
    // The next thread has to begin first, and may be late for that.
    late = 0
    app.log.error(faultFields(error), 'a page could not be drawn')
    void close()
  }

  app.addHook('onClose', () => {
    isOver = true
    return close()
  })
  return async (request) => {
    if (!isBuilt || isOver || underWay >= atOnceMax || Date.now() < restsUntil) return undefined
    // Gone already.
    if (!request.socket.remoteAddress) return undefined
    underWay++
    clearTimeout(idle)
    thread ??= open()
    try {
      const drawn = await drawIn(thread, app, request, patienceMilliseconds)
      late = drawn === 'late' ? late + 1 : 0
      if (late >= lateMax) throw new Error('pages are drawn too slowly')
      return drawn === 'late' ? undefined : drawn
    } catch (error) {
      rest(error)
      return undefined
    } finally {
      underWay--
      if (underWay === 0 && thread) idle = setTimeout(close, idleMilliseconds).unref()
    }
  }
}

function drawIn(
  thread: Worker,
  app: FastifyInstance,
  request: FastifyRequest,
  patienceMilliseconds: number,
): Promise<DrawnPage | undefined | 'late'> {
  const { port1: ours, port2: theirs } = new MessageChannel()
  const { headers: sent, socket } = request
  // From the beginning: whoever goes meanwhile has none any more, and would be taken for somebody at this machine.
  const { remoteAddress = '' } = socket
  const own = Object.fromEntries(passedOn.flatMap((name) => (sent[name] ? [[name, sent[name]]] : [])))
  let patience: NodeJS.Timeout
  return new Promise<DrawnPage | undefined | 'late'>((resolve, reject) => {
    patience = setTimeout(resolve, patienceMilliseconds, 'late')
    ours.on('message', (said: FromThread) => {
      if ('asked' in said) return answer(said).catch(reject)
      if ('fault' in said) return reject(said.fault)
      resolve('refused' in said ? undefined : (said.drawn ?? undefined))
    })
    ours.on('close', () => resolve(undefined))
    thread.postMessage({ address: request.url, theirs }, [theirs])
  }).finally(() => {
    clearTimeout(patience)
    ours.close()
  })

  /** By the door everybody comes through, as who asks for the page: the same session, rights, limits and answers. */
  async function answer({ asked, number }: { asked: string; number: number }): Promise<void> {
    const asks = { method: 'GET', url: asked, headers: own, remoteAddress } as const
    const { statusCode: status, headers, body } = await app.inject(asks)
    ours.postMessage({ number, status, type: String(headers['content-type']), body } satisfies ToThread)
  }
}

/** Who somebody is, and where they come from. */
const passedOn = ['cookie', 'host', 'user-agent', 'forwarded', 'x-forwarded-for', 'x-real-ip', 'via']
