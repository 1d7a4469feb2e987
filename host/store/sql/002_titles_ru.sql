-- Schema version 2: what a report in Russian says instead of title and question; '' leaves theirs.
ALTER TABLE run ADD COLUMN title_ru TEXT NOT NULL DEFAULT '';
ALTER TABLE run ADD COLUMN question_ru TEXT NOT NULL DEFAULT '';
