-- What a record or the simulated market tells of a stock's end or its change of code is news that no operator wrote.
ALTER TABLE news_article ALTER COLUMN written_by DROP NOT NULL;
