/** Answers by their question, while many ask the same: made once, and shared while it is being made. */
export type RecentAnswers<Answer> = {
  get(question: string, make: () => Promise<Answer>): Promise<Answer>;
};

/** Keeps the newest `answersMax`. A question that failed is asked anew the next time. */
export function createRecentAnswers<Answer>(answersMax: number): RecentAnswers<Answer> {
  const answers = new Map<string, Promise<Answer>>();
  return {
    get(question, make) {
      const known = answers.get(question);
      if (known !== undefined) return known;
      const answer = make();
      answers.set(question, answer);
      answer.catch(() => answers.delete(question));
      if (answers.size > answersMax) answers.delete(answers.keys().next().value!);
      return answer;
    },
  };
}
