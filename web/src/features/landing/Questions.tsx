export type Question = { question: string; answer: string }

/** Questions and answers; each opens by itself. */
export function Questions({ title, questions }: { title: string; questions: Question[] }) {
  return (
    <section
      aria-labelledby="questions"
      className="mx-auto box-content max-w-[840px] px-4 py-16 md:px-8 md:py-24"
    >
      <h2 id="questions" className="text-3xl font-semibold tracking-tight md:text-4xl">
        {title}
      </h2>
      <div className="mt-8 border-t border-line-strong">
        {questions.map(({ question, answer }) => (
          <details key={question} className="border-b border-line-strong">
            <summary className="rounded-sm py-4 text-lg font-medium">{question}</summary>
            <p className="max-w-[60ch] pb-5 pl-6 text-lg text-muted text-pretty">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
