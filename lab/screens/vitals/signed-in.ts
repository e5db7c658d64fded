import type { DemoBank } from './demo-bank.ts'

export type SessionCookie = { readonly name: string; readonly value: string; readonly url: string }

/** Signs a demo person in through the bank's own endpoint, and returns the cookies a browser would keep. */
export async function signInAs(
  name: string,
  { address, person }: DemoBank,
  /** Where the browser reaches the bank. */
  from = address,
): Promise<SessionCookie[]> {
  const { email, password } = person(name)
  const answer = await fetch(`${address}/api/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`${name} could not sign in: ${answer.status} ${await answer.text()}`)
  return answer.headers.getSetCookie().map((line) => {
    const [cookieName = '', value = ''] = line.split(';', 1)[0]!.split('=', 2)
    return { name: cookieName, value, url: from }
  })
}
