import { waitingAct } from '@bank/contract/admin/approvals/waiting-act'
import type { AnswerOf, BodyInputOf, Endpoint } from '@bank/contract/endpoint'
import type { Problem } from '@bank/contract/errors'
import { parseSetCookie } from 'cookie'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { expect } from 'vitest'

/** A browser. */
export type Visitor = {
  /** By name. */
  readonly cookies: Map<string, string>
}

export function newVisitor(): Visitor {
  return { cookies: new Map() }
}

/** A response: `answer` on success, `problem` on a refusal. */
export type Reply<E extends Endpoint> = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly answer: AnswerOf<E>
  readonly problem: Problem
}

export type Sent<E extends Endpoint> = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** A form, or invalid input. */
  readonly body?: BodyInputOf<E> | Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Sends a request through the routes, as a browser does, and keeps the cookies. Checks every answer against the contract,
 * so that it has no other fields, and every problem against its form.
 */
export async function ask<E extends Endpoint>(
  app: FastifyInstance,
  who: Visitor | null,
  endpoint: E,
  { params = {}, query = {}, body, headers = {} }: Sent<E> = {},
): Promise<Reply<E>> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const request: InjectOptions = {
    method: endpoint.method,
    url: path,
    query: { ...query },
    headers: { ...headers },
  }
  if (body instanceof Uint8Array) request.payload = Buffer.from(body)
  else if (body !== undefined) {
    request.payload = JSON.stringify(body)
    request.headers = { 'content-type': 'application/json', ...headers }
  }
  if (who && who.cookies.size > 0) request.cookies = Object.fromEntries(who.cookies)
  const response = await app.inject(request)
  if (who) keepCookies(who, response.headers['set-cookie'])

  const isFile = !!endpoint.answerType && response.headers['content-type'] === endpoint.answerType
  const received: unknown = isFile
    ? new Uint8Array(response.rawPayload)
    : response.body === ''
      ? undefined
      : JSON.parse(response.body)
  if (response.statusCode < 300) {
    const waits = endpoint.mayWait && response.statusCode === 202
    expect(response.statusCode).toBe(waits ? 202 : endpoint.status)
    expect(received).toEqual((waits ? waitingAct : endpoint.answer)?.parse(received))
  } else {
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(received).toMatchObject({ status: response.statusCode, instance: path })
  }
  const reply = { status: response.statusCode, headers: response.headers }
  return { ...reply, answer: received as AnswerOf<E>, problem: received as Problem }
}

/** Keeps the cookies of an answer's `set-cookie`, and forgets those that it takes back. */
export function keepCookies({ cookies }: Visitor, header: string | string[] | undefined): void {
  for (const text of [header ?? []].flat()) {
    const { name, value, expires } = parseSetCookie(text)
    if (value === undefined || (expires && expires.getTime() === 0)) cookies.delete(name)
    else cookies.set(name, value)
  }
}
