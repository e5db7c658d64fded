import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { fromPage } from '../../test/cookie-fetch.ts'
import { hostedClients, openHostedBank, project } from '../../test/hosted-client.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/hosted-backend.md'), 'utf8')

for (const [name, sdk] of hostedClients) {
  test(`the example of docs/hosted-backend.md runs with the ${name}`, async () => {
    const [, imports, example] = /```js\nimport (\{[^}]+\}) from 'appwrite'\n([^`]+)```/.exec(page) ?? []
    const bank = await openHostedBank(sdk)
    const { client, ...browser } = bank.openPage()
    const here = example
      ?.replace('https://bank.example/v1', client.config.endpoint)
      .replace('my-bank', project)
    const refusals = vi.spyOn(console, 'error').mockImplementation(() => {})
    // The page's example: its imports are the parameter.
    const run = new AsyncFunction(imports!, `${here}\nreturn { me, documents }`)
    const { me, documents } = await fromPage(browser, () => run(sdk))
    expect(refusals.mock.lastCall).toEqual([401, 'user_unauthorized', 'Account is not active'])
    refusals.mockRestore()
    expect(documents).toEqual([])
    const panel = await bank.enterPanel(bank.clara)
    expect(await panel.databases.getDocument('truedb', 'users', me)).toMatchObject({ name: 'Dora Newcomb' })
    await bank.close()
  })
}

const AsyncFunction = (async () => {}).constructor as new (
  parameter: string,
  body: string,
) => (sdk: unknown) => Promise<{ me: string; documents: unknown[] }>
