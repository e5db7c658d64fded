import { escapeHtml } from '../mail/html.ts'

/** A page with one message, for when the screens cannot be sent. `html` is trusted. */
export function plainPage(bankName: string, html: string): string {
  const name = escapeHtml(bankName)
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title>
<h1>${name}</h1>
<p>${html}</p></html>`
}
