import { parseSetCookie } from 'cookie'

export type ApiClient = ReturnType<typeof openApiClient>

/**
 * A browser without screens at a program's address: it keeps its cookies. `send` gives the answer as JSON, and throws on a
 * status other than the expected one, or on any refusal.
 */
export function openApiClient(address: string, cookies = new Map<string, string>()) {
  return {
    // biome-ignore lint/suspicious/noExplicitAny: the answers of the API, which a test looks into.
    async send(method: string, path: string, body?: unknown, expected?: number): Promise<any> {
      const headers = {
        origin: address,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      }
      const response = await fetch(address + path, {
        method,
        ...(body === undefined
          ? { headers }
          : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      for (const header of response.headers.getSetCookie()) {
        const { name, value } = parseSetCookie(header)
        if (value) cookies.set(name, value)
        else cookies.delete(name)
      }
      const text = await response.text()
      if (expected === undefined ? !response.ok : response.status !== expected) {
        throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`)
      }
      return text === '' ? undefined : JSON.parse(text)
    },
  }
}
