/** HTML from a template: every value put into it is text, whatever it looks like. */
export function html(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return parts.reduce((so, part, at) => so + escapeHtml(values[at - 1] ?? '') + part)
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The text so that HTML shows it to the letter, inside and outside of quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => escapes[sign]!)
}
