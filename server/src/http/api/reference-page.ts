import { refusals } from '@bank/contract/errors'
import { escapeHtml } from '../../mail/html.ts'
import { audienceText } from './audience-text.ts'
import type { Route } from './route.ts'

/** A page that lists the endpoints and their errors, for people. */
export function docsPage(routes: readonly Route[], bankName: string): string {
  const name = escapeHtml(bankName)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}: what can be asked</title>
<style>${docsStyle}</style>
</head>
<body>
<h1>${name}: what can be asked</h1>
<p>Send and read JSON, and files as they are. A session is a cookie; calls that change something come from the bank’s own
pages or from no browser at all. Everything here, with every field, is in <a href="/api/openapi.json">openapi.json</a>.</p>
<h2>Endpoints</h2>
<table>
<thead><tr><th>Call</th><th>What it does</th><th>For</th><th>Says no with</th></tr></thead>
<tbody>
${routes.map(rowOf).join('\n')}
</tbody>
</table>
<h2>Problems</h2>
<p>A no is a problem as in RFC 9457. Its <code>code</code> is one of these.</p>
<table>
<thead><tr><th>Code</th><th>Status</th><th>Reason</th></tr></thead>
<tbody>
${Object.entries(refusals)
  .map(
    ([code, { status, sentence }]) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(sentence)}</td></tr>`,
  )
  .join('\n')}
</tbody>
</table>
</body>
</html>`
}

function rowOf({ endpoint }: Route): string {
  const { method, path, summary, audience } = endpoint
  const reasons = endpoint.refusals.map((code) => `<a href="#${code}">${code}</a>`).join(', ')
  const cells = [
    `<code>${method} ${escapeHtml(path)}</code>`,
    escapeHtml(summary),
    audienceText(audience),
    reasons,
  ]
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
}

/** What stands between the page's style tags: its policy names it by its hash. */
export const docsStyle = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: start; vertical-align: top; padding: 0.4rem 0.8rem 0.4rem 0; border-bottom: 1px solid }
tr:target { outline: 2px solid }
`
