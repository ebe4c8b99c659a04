-- SPDX-License-Identifier: Apache-2.0
-- The peer of benchmarks/algebra.cpp: the same properties over the lists and trees that SmallCheck enumerates.
-- Prints how many tests it made, and the CPU seconds that they took.
module Main (main) where

import Data.Functor.Identity (Identity)
import System.CPUTime (getCPUTime)
import System.Environment (getArgs)
import Test.SmallCheck.Series (Series, decDepth, generate, list, (\/))

data Tree = Leaf Int | Node Char Tree Tree

items :: Series Identity Int
items = generate (const [0 .. 9])

lists :: Series Identity [Int]
lists = generate (const [[]]) \/ decDepth ((:) <$> items <*> lists)

trees :: Series Identity Tree
trees = (Leaf <$> generate (const [0, 1])) \/ decDepth (Node <$> generate (const "+*") <*> trees <*> trees)

reverses :: [Int] -> Bool
reverses xs = reverse (reverse xs) == xs

balances :: Tree -> Bool
balances tree = leaves == inner + 1
  where
    (leaves, inner) = nodes tree
    nodes (Leaf value) = value `seq` (1 :: Int, 0 :: Int)
    nodes (Node _ left right) =
      let (leftLeaves, leftInner) = nodes left
          (rightLeaves, rightInner) = nodes right
       in (leftLeaves + rightLeaves, leftInner + rightInner + 1)

count :: (a -> Bool) -> [a] -> (Int, Int)
count property = go 0 0
  where
    go tests failing [] = (tests, failing)
    go tests failing (x : xs) =
      let failing' = if property x then failing else failing + 1
       in failing' `seq` go (tests + 1) failing' xs

main :: IO ()
main = do
  arguments <- getArgs
  begin <- getCPUTime
  let (tests, failing) = case arguments of
        ["lists"] -> count reverses (list 5 lists)
        _ -> count balances (list 3 trees)
  end <- tests `seq` failing `seq` getCPUTime
  putStrLn (show tests ++ " " ++ show (fromIntegral (end - begin) / 1e12 :: Double))
