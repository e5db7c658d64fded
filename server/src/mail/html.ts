/** Fills an HTML template. Escapes every value. */
export function html(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return parts.reduce((text, part, at) => text + escapeHtml(values[at - 1] ?? '') + part)
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character]!)
}
